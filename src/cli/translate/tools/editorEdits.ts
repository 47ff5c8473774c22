import type { JsonObject } from '../../../base/json';
import { ruleFor } from '../../../protocol/editorServer';
import { fullPath, shownPath } from '../../../protocol/shownPaths';
import { editorEditTool, tryEditorEdit } from '../../patches/editorEdit';
import { editorToolTitle } from './editorToolTitle';
import type { ToolSpec } from './toolSpec';

/** An editor tool that changes a file: drawn like the agent's own edits. */
export function editorEditSpec(tool: string): ToolSpec | undefined {
  const name = ruleFor(tool);
  if (editorEditTool(name) === undefined) {
    return undefined;
  }
  const pathIn = (input: JsonObject) =>
    patchPath(input) ?? (tryEditorEdit(name, input)?.path || undefined);
  return {
    family: 'edit',
    title: () => editorToolTitle(tool),
    hasFixedTitle: true,
    target: (input, cwd) => {
      const path = pathIn(input);
      return path && shownPath(path, cwd);
    },
    locations: (input, cwd) => {
      const path = pathIn(input);
      return path ? [{ path: fullPath(path, cwd) }] : [];
    },
    // The CLI puts the name of our hook before the reason.
    failure: ({ text }) => [
      { type: 'error', text: text.replace(/^PreToolUse:\S+ hook error: /, '') },
    ],
    read: wire => {
      const edit = tryEditorEdit(name, wire);
      return edit
        ? { input: { path: edit.path, edits: edit.shown }, rest: edit.rest }
        : { input: undefined, rest: wire };
    },
  };
}

/** UTF-16 units at the start of a patch in which its first file is named. */
const longestHead = 2_000;

/** Finds the file of a patch that is still streamed, without reading all of it each time. */
function patchPath({ patch }: JsonObject): string | undefined {
  const head = typeof patch === 'string' ? patch.slice(0, longestHead) : '';
  return /^\*\*\* (?:Update|Add) File:(.*)$/m.exec(head)?.[1]?.trim() || undefined;
}
