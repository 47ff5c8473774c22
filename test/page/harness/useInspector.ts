import { ScriptedInspector } from './scriptedInspector';
import { type TabPage, type TabPageOptions, useTabPage } from './useTabPage';

/** Opens the inspector; see `useTabPage`. */
export function useInspector(): (
  options?: TabPageOptions<ScriptedInspector>,
) => Promise<TabPage<ScriptedInspector>> {
  const open = useTabPage('inspector', post => new ScriptedInspector(post));
  return (options = {}) => open(options);
}
