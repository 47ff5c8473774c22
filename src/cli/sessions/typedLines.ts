/** Line of a transcript that may say something for a list of sessions. */
export interface TypedLine {
  readonly text: string;
  /** Whether it names the type of a title or of another value of the session. */
  readonly isKept: boolean;
  /** Whether it names the type of a line of the conversation. */
  readonly isConversation: boolean;
}

/** End of `"type":`, with which it is found three times as fast: V8 seeks rare first letters. */
const end = 'ype":';
const beginning = '"t';
const kept = /[^\S\n]*"(?:custom-title|ai-title|last-prompt|summary|tag|cost-state|relocated)"/y;
const conversation = /[^\S\n]*"(?:user|assistant|system|attachment)"/y;

/**
 * Returns the lines that name such a type anywhere, in order. One search for all lines: most of a
 * transcript is the output of tools, and testing line by line reads it several times.
 */
export function typedLines(text: string): TypedLine[] {
  const lines: TypedLine[] = [];
  let start = 0;
  let stop = endOfLine(text, 0);
  let value = afterMember(text, 0);
  while (value !== -1) {
    while (stop < value) {
      start = stop + 1;
      stop = endOfLine(text, start);
    }
    let isKept = false;
    let isConversation = false;
    for (; value !== -1 && value <= stop; value = afterMember(text, value)) {
      isKept ||= isNext(kept, text, value);
      isConversation ||= isNext(conversation, text, value);
    }
    if (isKept || isConversation) {
      lines.push({ text: text.slice(start, stop), isKept, isConversation });
    }
  }
  return lines;
}

/** Returns where the value of the next member begins; -1 if there is none. */
function afterMember(text: string, from: number): number {
  let at = text.indexOf(end, from);
  while (at !== -1 && !text.startsWith(beginning, at - beginning.length)) {
    at = text.indexOf(end, at + end.length);
  }
  return at === -1 ? -1 : at + end.length;
}

function endOfLine(text: string, at: number): number {
  const stop = text.indexOf('\n', at);
  return stop === -1 ? text.length : stop;
}

function isNext(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
