import { open } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { LineRange } from '../../../contract/mentions';

/** Bytes of a file that are read, and of its text that are sent. */
const most = 4 * 1024 * 1024;
const mostSent = 256 * 1024;

/** Reads lines of a text file, or all of it; says what is left out, and of a binary file only that. */
export async function readLines(path: string, lines?: LineRange): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, most));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const bytes = buffer.subarray(0, bytesRead);
    if (bytes.includes(0)) {
      return vscode.l10n.t('(a binary file of {0} bytes)', size);
    }
    const text = new TextDecoder().decode(bytes);
    const kept = lines
      ? text
          .split('\n')
          .slice(lines.start - 1, lines.end)
          .join('\n')
      : text;
    const sent = kept.slice(0, mostSent);
    const isCut = bytesRead < size || sent.length < kept.length;
    const note = vscode.l10n.t('(Only a part of the file is here. It has {0} bytes.)', size);
    return isCut ? `${sent}\n${note}` : sent;
  } finally {
    await file.close();
  }
}
