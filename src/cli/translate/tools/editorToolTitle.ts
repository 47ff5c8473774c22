import type { JsonObject } from '../../../base/json';
import { shownPath } from './shownPaths';
import { textAt } from './toolSpec';

/** Titles of tools whose names do not say what they do. */
const titles: Readonly<Record<string, string>> = {
  references: 'Find references',
  definition: 'Find definition',
  implementations: 'Find implementations',
  hover: 'Look up type',
  document_symbols: 'Outline',
  workspace_symbols: 'Find symbols',
  rename_preview: 'Preview rename',
};

/** "find_text" → "Find text". */
export function editorToolTitle(tool: string): string {
  const title = tool.replace(/_/g, ' ');
  const known = Object.hasOwn(titles, tool) ? titles[tool] : undefined;
  return known ?? title.charAt(0).toUpperCase() + title.slice(1);
}

/** Arguments that identify the subject of a call, the most specific first. */
const telling = ['symbol', 'query', 'pattern', 'text', 'name', 'task', 'command', 'question'];

export function editorToolTarget(input: JsonObject, cwd: string): string | undefined {
  const named = telling.map(key => textAt(input, key)).find(value => value);
  const path = textAt(input, 'path');
  const about = named?.trim().split('\n')[0] ?? (path && shownPath(path, cwd));
  const newName = textAt(input, 'newName');
  return about && newName ? `${about} → ${newName}` : about;
}
