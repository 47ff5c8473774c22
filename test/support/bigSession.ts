import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { assistant, user } from './fixtures/hostileSessions';

export interface BigSession {
  /** Minimum size of the session file. */
  readonly bytes: number;
  /** Factor by which tool results are larger than usual. */
  readonly scale?: number;
  /** Lines before the turns. The first turn follows the line named `root`. */
  readonly before?: readonly object[];
  readonly root?: string;
}

/** Lengths of the tool results of a turn, in UTF-16 units: most are small, some are whole files. */
const results = [400, 2_000, 6_000, 20_000, 900, 3_000];

/**
 * Writes a stored session like that of long work: turns of a prompt, thinking, tool calls with
 * results and an answer. The prompts are `prompt 0`, `prompt 1` and so on.
 * @returns the number of prompts
 */
export async function writeBigSession(path: string, options: BigSession): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const file = createWriteStream(path);
  let size = 0;
  const write = (line: object) => {
    const text = `${JSON.stringify(line)}\n`;
    size += text.length;
    file.write(text);
  };
  for (const line of options.before ?? []) {
    write(line);
  }
  let parent = options.root ?? null;
  let count = 0;
  for (; size < options.bytes; count += 1) {
    parent = writeTurn(count, parent, options.scale ?? 1, write);
    if (file.writableNeedDrain) {
      await once(file, 'drain');
    }
  }
  file.end();
  await finished(file);
  return count;
}

function writeTurn(
  turn: number,
  parent: string | null,
  scale: number,
  write: (line: object) => void,
): string {
  const timestamp = new Date(Date.UTC(2026, 0, 1) + turn * 60_000).toISOString();
  const id = (part: string) => `${String(turn).padStart(8, '0')}-${part}`;
  write(user(id('prompt'), parent, `prompt ${turn}`, { timestamp }));
  let last = id('prompt');
  for (const [at, length] of results.entries()) {
    const toolId = id(`tool${at}`);
    const input = { file_path: `/workspace/src/part${turn}/file${at}.ts` };
    write(
      assistant(id(`call${at}`), last, [{ type: 'tool_use', id: toolId, name: 'Read', input }], {
        timestamp,
      }),
    );
    const content = `const value${at} = 'some text of a file';\n`.repeat(
      Math.ceil((length * scale) / 40),
    );
    write(
      user(
        id(`result${at}`),
        id(`call${at}`),
        [{ type: 'tool_result', tool_use_id: toolId, content }],
        {
          timestamp,
          toolUseResult: { type: 'text', file: { filePath: input.file_path, content } },
        },
      ),
    );
    last = id(`result${at}`);
  }
  write(assistant(id('answer'), last, [{ type: 'text', text: `answer ${turn}` }], { timestamp }));
  return id('answer');
}
