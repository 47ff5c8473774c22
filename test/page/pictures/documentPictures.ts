import { join } from 'node:path';
import type { PictureState, PictureTheme } from './picture';
import { states } from './states/states';

/** Picture of the walkthrough and of the README. */
export interface DocumentPicture {
  /** Name of its files, one a theme. */
  readonly name: string;
  readonly state: PictureState;
}

export const documentFolder = join(import.meta.dirname, '..', '..', '..', 'media', 'walkthrough');
export const documentWidth = 400;

/** Words that VS Code has for the themes in the walkthrough of an extension. */
export const documentThemes = [
  ['dark', 'dark'],
  ['light', 'light'],
  ['hc', 'hcDark'],
  ['hcLight', 'hcLight'],
] as const satisfies readonly (readonly [word: string, theme: PictureTheme])[];

function pictureOf(name: string, state: string, height: number): DocumentPicture {
  const found = states.find(one => one.name === state);
  if (!found) throw new Error(`There is no state "${state}".`);
  return { name, state: { ...found, height } };
}

export const documentPictures: readonly DocumentPicture[] = [
  pictureOf('claudeCode', 'gate-missing-cli', 300),
  pictureOf('ask', 'list-of-mentions', 480),
  pictureOf('decide', 'permission-command', 420),
  pictureOf('review', 'turn-changes', 420),
];
