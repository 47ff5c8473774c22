import { StringDecoder } from 'node:string_decoder';
import type { PieceTimes } from '../../base/pieceTimes';

/**
 * Returns pieces with their places in characters. A cut character belongs to its last piece.
 * @param pieces with their places in bytes of the body
 */
export function inCharacters(
  pieces: PieceTimes['list'],
  body: Buffer,
): (readonly [offset: number, ms: number])[] {
  const decoder = new StringDecoder('utf8');
  let characters = 0;
  let from = 0;
  return pieces.map(([byte, ms]) => {
    characters += decoder.write(body.subarray(from, byte)).length;
    from = Math.max(from, byte);
    return [characters, ms] as const;
  });
}
