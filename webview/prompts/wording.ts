import { destinationText } from '../../src/contract/labels/destinationText';
import { modeText } from '../../src/contract/labels/modeText';
import type { Destination, Suggestion } from '../../src/contract/prompts';

/** Says where a destination keeps rules: in memory or in a Claude Code settings file. */
export function storageText(destination: Destination): string {
  const { file } = destinationText(destination);
  return file === undefined ? 'in memory, until the session ends' : `in ${file}`;
}

/** Labels a suggestion's button with its effect. */
export function suggestionLabel(suggestion: Exclude<Suggestion, { type: 'addRules' }>): string {
  const { scope } = destinationText(suggestion.destination);
  if (suggestion.type === 'setMode') {
    return suggestion.mode === 'acceptEdits'
      ? `Allow all edits ${scope}`
      : `Switch to ${modeText(suggestion.mode).label} ${scope}`;
  }
  const { directories } = suggestion;
  const what = directories.length === 1 ? 'this folder' : `these ${directories.length} folders`;
  return `Allow ${what} ${scope}`;
}
