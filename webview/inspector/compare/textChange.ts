import { structuredPatch } from 'diff';
import { filePieces } from '../../tools/parts/invisibleCharacters';
import type { DiffHunk } from '../../ui/diff/diffRows';

interface TextChange {
  readonly hunks: readonly DiffHunk[];
  readonly added: number;
  readonly removed: number;
}

/** Compares two texts by line. Invisible characters are spelled out: they can be all that differs. */
export function textChange(before: string, after: string): TextChange {
  const [old, now] = [before, after].map(visible);
  const { hunks } = structuredPatch('', '', old ?? '', now ?? '', '', '', { context: 3 });
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0);
  return { hunks, added: count('+'), removed: count('-') };
}

function visible(text: string): string {
  if (text === '') {
    return '';
  }
  const lines = text.split('\n').map(line =>
    filePieces(line)
      .map(piece => ('mark' in piece ? `[${piece.mark}]` : piece.text))
      .join(''),
  );
  // Excerpts have no end of a file, about which nothing is to be said.
  return `${lines.join('\n')}\n`;
}
