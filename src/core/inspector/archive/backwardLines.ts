import type { FileHandle } from 'node:fs/promises';

const blockSize = 256 * 1024;
/** Bytes of a line above which it is damage. */
const longestLine = 4 * 1024 * 1024;
const lineFeed = 0x0a;

/**
 * Reads a file of lines from its end, so that the newest are there at once whatever its length.
 * @param first bytes of the first read
 * @yields lines of a block, in the order of the file; overlong lines are left out
 */
export async function* backwardLines(
  file: FileHandle,
  first = blockSize,
): AsyncGenerator<readonly string[]> {
  let { size: end } = await file.stat();
  let rest = Buffer.alloc(0);
  let isOverlong = false;
  for (let length = first; end > 0; length = blockSize) {
    const from = Math.max(0, end - length);
    const block = Buffer.alloc(end - from);
    const { bytesRead } = await file.read(block, 0, block.length, from);
    end = from;
    const all = Buffer.concat([block.subarray(0, bytesRead), rest]);
    const cut = from === 0 ? -1 : all.indexOf(lineFeed);
    if (from > 0 && cut < 0) {
      isOverlong ||= all.length > longestLine;
      rest = isOverlong ? Buffer.alloc(0) : all;
      continue;
    }
    // The first line of a block has its beginning in the one before.
    rest = Buffer.from(all.subarray(0, cut + 1));
    const lines = all.toString('utf8', cut + 1).split('\n');
    if (isOverlong) {
      lines.pop();
      isOverlong = false;
    }
    yield lines.filter(Boolean);
  }
}
