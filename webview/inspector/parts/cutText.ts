import { spelledOut } from '../../tools/parts/invisibleCharacters';

const mostCharacters = 160;

/** Cuts a text, without half of a pair of units at its end. */
export function cutText(text: string, most = mostCharacters): string {
  if (text.length <= most) {
    return text;
  }
  const cut = text.slice(0, most - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** Returns a name of others for an attribute that screen readers read. */
export function spokenName(text: string, most?: number): string {
  return spelledOut(cutText(text, most));
}
