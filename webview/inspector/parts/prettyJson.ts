/** Levels beyond which nothing is indented more: deep values would be pushed out of view. */
const deepest = 40;
const blank = /[ \t\r\n]/;

/**
 * Puts each member of a JSON text on a line of its own. All other characters stay as they are, also in
 * a text that is cut or is no JSON, and numbers keep all of their digits.
 */
export function prettyJson(text: string): string {
  const result: string[] = [];
  let depth = 0;
  let at = 0;
  const breakLine = () => result.push('\n', '  '.repeat(Math.min(depth, deepest)));
  while (at < text.length) {
    const char = text[at] ?? '';
    const end = char === '"' ? stringEnd(text, at) : at + 1;
    const token = text.slice(at, end);
    at = end;
    if (blank.test(char)) {
      continue;
    }
    if (char === '{' || char === '[') {
      const next = nextSolid(text, at);
      const isEmpty = text[next] === (char === '{' ? '}' : ']');
      result.push(isEmpty ? `${char}${text[next]}` : char);
      if (isEmpty) {
        at = next + 1;
      } else {
        depth += 1;
        breakLine();
      }
    } else if (char === '}' || char === ']') {
      depth = Math.max(0, depth - 1);
      breakLine();
      result.push(char);
    } else {
      result.push(char === ':' ? ': ' : token);
      if (char === ',') breakLine();
    }
  }
  return result.join('');
}

/** Index behind a string that begins at `from`; behind the text if it does not end. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') {
      at += 1;
    } else if (text[at] === '"') {
      return at + 1;
    }
  }
  return text.length;
}

function nextSolid(text: string, from: number): number {
  let at = from;
  while (at < text.length && blank.test(text[at] ?? '')) {
    at += 1;
  }
  return at;
}
