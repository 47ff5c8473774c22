/** Puts blanks around a dictated text where it would grow together with what is there. */
export function joinHeard(text: string, before: string, after: string): string {
  if (text === '') {
    return '';
  }
  const start = before === '' || /[\s([{<"'\u201c\u2018/@-]$/u.test(before) ? '' : ' ';
  const end = /^[\p{L}\p{N}([{<"\u201c]/u.test(after) ? ' ' : '';
  return start + text + end;
}
