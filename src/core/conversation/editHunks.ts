import type { ConversationEvent } from '../../contract/events';
import type { TextEdit, ToolCall } from '../../contract/tools';
import { lineChanges } from '../../protocol/lineChanges';

/** UTF-16 units of both texts of an edit that are compared. */
const longestCompared = 1_000_000;
/** UTF-16 units of all hunks of one call, because they travel in one event. */
const longestHunks = 64 * 1024;

/**
 * Returns the edits of a call with the lines that differ. Without them stay edits of texts that are
 * long, differ much, or differ in what lines do not show; and all if they would be long together.
 */
export function withEditHunks(edits: readonly TextEdit[]): readonly TextEdit[] {
  let left = longestHunks;
  const compared = edits.map(edit => {
    const hunks = edit.hunks ?? hunksOf(edit);
    for (const { lines } of hunks ?? []) {
      left -= lines.reduce((length, line) => length + line.length + 4, 0);
    }
    return hunks === undefined ? edit : { ...edit, hunks };
  });
  return left < 0 ? edits.map(plain) : compared;
}

function hunksOf({ oldText, newText }: TextEdit): TextEdit['hunks'] {
  if (typeof oldText !== 'string' || typeof newText !== 'string') {
    return undefined;
  }
  const isSameEnd = isEnded(oldText) === isEnded(newText) || oldText === '' || newText === '';
  if (!isSameEnd || oldText.length + newText.length > longestCompared) {
    return undefined;
  }
  const { hunks = [] } = lineChanges(ended(oldText), ended(newText));
  return hunks.length === 0 ? undefined : hunks;
}

/** Both texts are parts of a file: that their last lines have no end says nothing about it. */
function ended(text: string): string {
  return text === '' || isEnded(text) ? text : `${text}\n`;
}

function isEnded(text: string): boolean {
  return /[\r\n]$/.test(text);
}

/** Removes computed hunks from an event that is too long, so that whole texts are shown instead. */
export function withoutHunks(event: ConversationEvent): ConversationEvent {
  if (event.type === 'tool.updated') {
    return { ...event, call: plainCall(event.call) };
  }
  if (event.type !== 'prompt.opened' || event.prompt.kind === 'elicitation') {
    return event;
  }
  const { prompt } = event;
  const call = plainCall(prompt.call);
  if (prompt.kind !== 'permission') {
    return { ...event, prompt: { ...prompt, call } };
  }
  const { change: _change, ...rest } = prompt;
  return { ...event, prompt: { ...rest, call } };
}

function plainCall(call: ToolCall): ToolCall {
  return call.family === 'edit' && call.input
    ? { ...call, input: { ...call.input, edits: call.input.edits.map(plain) } }
    : call;
}

function plain({ hunks: _hunks, ...edit }: TextEdit): TextEdit {
  return edit;
}
