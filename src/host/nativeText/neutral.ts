import { withoutHidden } from '../../cli/sessions/plainText';

/** Returns text on one line, without control characters and characters that hide or reorder text. */
export function lineText(text: string): string {
  return withoutHidden(text);
}

/** Like `lineText`, with single spaces between words and none at the ends. */
export function oneSpaced(text: string): string {
  return lineText(text).replace(/\s+/g, ' ').trim();
}

/** Like `lineText`, but keeps line breaks and tabs. */
export function linesText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, withoutHidden);
}

/** Separates the parts of `[text](scheme:…)`, which VS Code renders as a link or a command. */
export function withoutLinks(text: string): string {
  return text.replace(/\](?=\([a-z][a-z\d+.-]*:)/gi, '] ');
}

/** Escapes `$(name)`, which VS Code renders as an icon. The backslash itself is not shown. */
function withoutIcons(text: string): string {
  return text.replace(/\$\((?=[a-z\d-]+(?:~[a-z]+)?\))/gi, '\\$&');
}

/** For labels in which VS Code renders icons: picks and names of terminals. */
export function labelText(text: string): string {
  return withoutIcons(lineText(text));
}

/** For texts in which VS Code renders links and icons: prompts and remarks of input boxes. */
export function promptText(text: string): string {
  return withoutLinks(labelText(text));
}

/** For the status bar, whose texts begin with an icon of ours. */
export function statusText(text: string): string {
  const [icon = ''] = /^\$\([a-z-]+(?:~[a-z]+)?\) /.exec(text) ?? [];
  return `${icon}${labelText(text.slice(icon.length))}`;
}

/** Applies a rule to the given text, if there is any. */
export function optional(
  rule: (text: string) => string,
  text: string | undefined,
): string | undefined {
  return text === undefined ? undefined : rule(text);
}
