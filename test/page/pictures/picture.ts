import type { Page } from 'playwright-core';
import { themes } from '../../support/themes';
import type { ScriptedHost } from '../harness/scriptedHost';
import type { ScriptedInspector } from '../harness/scriptedInspector';
import type { ScriptedSections } from '../harness/scriptedSections';

/** Host of each kind of page. */
export interface Hosts {
  readonly main: ScriptedHost;
  readonly sections: ScriptedSections;
  readonly inspector: ScriptedInspector;
}

export type PictureTheme = keyof typeof themes;
export const themeNames = Object.keys(themes) as PictureTheme[];

export const widths = [260, 300, 400, 880] as const;
export type PictureWidth = (typeof widths)[number];

const usualHeight = 720;

/** State of a page that pictures show. */
export interface StateOf<Entry extends keyof Hosts> {
  readonly entry: Entry;
  /** Unique; the name of the picture's files. */
  readonly name: string;
  /** Heading under which the contact sheet has it. */
  readonly group: string;
  /** Height of the view in px; 720 if absent. */
  readonly height?: number;
  /** Called before the page sends any request. */
  readonly prepare?: (host: Hosts[Entry]) => void;
  /** Makes the page show the state, and resolves when it does. */
  readonly show: (page: Page, host: Hosts[Entry]) => Promise<void>;
}

export type PictureState = StateOf<'main'> | StateOf<'sections'> | StateOf<'inspector'>;

export interface Picture {
  readonly state: PictureState;
  readonly width: PictureWidth;
  readonly theme: PictureTheme;
}

export function fileOf({ state, width, theme }: Picture): string {
  return `${state.name}-${width}-${theme}`;
}

export function heightOf({ height = usualHeight }: Pick<PictureState, 'height'>): number {
  return height;
}
