import { ScriptedSections } from './scriptedSections';
import { type TabPage, type TabPageOptions, useTabPage } from './useTabPage';

type SectionsOptions = Pick<TabPageOptions<ScriptedSections>, 'theme' | 'width'> &
  Required<Pick<TabPageOptions<ScriptedSections>, 'prepare'>>;

/** Opens the tab "Claude Code"; see `useTabPage`. */
export function useSections(): (options: SectionsOptions) => Promise<TabPage<ScriptedSections>> {
  const open = useTabPage('sections', post => new ScriptedSections(post));
  return options => open({ width: 900, ...options });
}
