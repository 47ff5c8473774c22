import type * as vscode from 'vscode';
import { lazily } from '../../base/lazily';
import type { SectionLink } from '../../contract/sections';
import type { SectionParts } from './sectionParts';

/** The tab "Claude Code", whose code is loaded when it opens. */
export interface LateSections {
  open(link: SectionLink): Promise<void>;
  /** Restores the tab after a reload of the window. */
  restore(panel: vscode.WebviewPanel, state: unknown): Promise<void>;
}

/** Loads the tab on first use, because it is a tenth of the host's code. */
export function lateSections(parts: SectionParts): LateSections {
  const load = lazily(async () => {
    const { createSections } = await import('./createSections');
    return createSections(parts);
  });
  return {
    open: async link => (await load()).open(link),
    restore: async (panel, state) => (await load()).restore(panel, state),
  };
}
