import { isUtf8 } from 'node:buffer';

/** `latin1` stands for every encoding with ASCII line ends: it preserves each byte. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';

/**
 * Detects an encoding that decodes and re-encodes to the same bytes.
 * @returns `undefined` if the bytes are not text
 */
export function detectEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const [first, second] = bytes;
  const isEven = bytes.length % 2 === 0;
  if (first === 0xff && second === 0xfe) {
    return isEven ? 'utf-16le' : undefined;
  }
  if (first === 0xfe && second === 0xff) {
    return isEven ? 'utf-16be' : undefined;
  }
  if (bytes.includes(0)) {
    return undefined;
  }
  if (isUtf8(bytes)) {
    return 'utf-8';
  }
  return bytes.some(isUnprintable) ? undefined : 'latin1';
}

/** Control characters that no text has, also none of old systems, which end files with one. */
function isUnprintable(byte: number): boolean {
  return byte < 0x07 || (byte > 0x0d && byte < 0x1a) || (byte > 0x1b && byte < 0x20);
}

/**
 * Finds an encoding for texts to compare.
 * @returns `undefined` if none fits all of them
 */
export function commonEncoding(contents: readonly Uint8Array[]): TextEncoding | undefined {
  const found = new Set(contents.filter(bytes => bytes.length > 0).map(detectEncoding));
  if (found.size <= 1) {
    return found.size === 0 ? 'utf-8' : [...found][0];
  }
  // UTF-8 can also be read byte by byte, as long as all sides are treated alike.
  return found.size === 2 && found.has('utf-8') && found.has('latin1') ? 'latin1' : undefined;
}

/** Decodes bytes. A byte order mark stays as U+FEFF at the beginning. */
export function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (encoding) {
    case 'utf-8':
      return buffer.toString('utf8');
    case 'utf-16le':
      return buffer.toString('utf16le');
    case 'utf-16be':
      return Buffer.from(buffer).swap16().toString('utf16le');
    case 'latin1':
      return buffer.toString('latin1');
  }
}

export function encode(text: string, encoding: TextEncoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'latin1':
      return Buffer.from(text, 'latin1');
  }
}
