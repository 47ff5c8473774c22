/** Line of a transcript that may say something for a list of sessions. */
export interface TypedLine {
  readonly text: string;
  /** Whether it names the type of a title or of another value of the session. */
  readonly isKept: boolean;
  /** Whether it names the type of a line of the conversation. */
  readonly isConversation: boolean;
}

const member = '"type":';
const kept = /\s*"(?:custom-title|ai-title|last-prompt|summary|tag|cost-state|relocated)"/y;
const conversation = /\s*"(?:user|assistant|system|attachment)"/y;

/**
 * Returns the lines that name such a type anywhere, in order. One search for all lines: most of a
 * transcript is the output of tools, and testing line by line reads it several times.
 */
export function typedLines(text: string): TypedLine[] {
  const lines: TypedLine[] = [];
  let at = text.indexOf(member);
  while (at !== -1) {
    const start = text.lastIndexOf('\n', at) + 1;
    const end = endOfLine(text, at);
    let isKept = false;
    let isConversation = false;
    for (; at !== -1 && at < end; at = text.indexOf(member, at + member.length)) {
      isKept ||= isNext(kept, text, at + member.length);
      isConversation ||= isNext(conversation, text, at + member.length);
    }
    if (isKept || isConversation) {
      lines.push({ text: text.slice(start, end), isKept, isConversation });
    }
  }
  return lines;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function isNext(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
