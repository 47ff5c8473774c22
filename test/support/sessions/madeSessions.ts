import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Generated transcripts in the CLI's format, in any number and size; reproducible by index. */
export interface MadeSessions {
  readonly folder: string;
  readonly count: number;
  /** Approximate bytes of each session. */
  readonly size: number;
  /** Working directory of the sessions. */
  readonly cwd?: string;
  /** Text placed in the middle of every session whose number is divisible by `every`. */
  readonly needle?: { readonly text: string; readonly every: number };
}

const words =
  'the session was read from its end and each line of it names one before so that a tree grows where'.split(
    ' ',
  );

/** @returns the paths, ordered by session id */
export async function makeSessions(made: MadeSessions): Promise<string[]> {
  await mkdir(made.folder, { recursive: true });
  const paths: string[] = [];
  for (let number = 0; number < made.count; number += 1) {
    const id = `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
    const path = join(made.folder, `${id}.jsonl`);
    await pipeline(Readable.from(linesOf(made, id, number)), createWriteStream(path));
    paths.push(path);
  }
  return paths;
}

function* linesOf(
  { size, needle, cwd = '/workspace' }: MadeSessions,
  id: string,
  number: number,
): Generator<string> {
  let written = 0;
  let parentUuid: string | null = null;
  const start = Date.UTC(2026, 0, 1) + number * 60_000;
  const isSaidIn = needle !== undefined && number % needle.every === 0;
  let isSaid = false;
  for (let turn = 0; written < size; turn += 1) {
    const said: string = isSaidIn && !isSaid && written >= size / 2 ? `${needle.text}. ` : '';
    isSaid ||= said !== '';
    for (const [index, wire] of turnOf(number, turn, said).entries()) {
      const uuid = `${id.slice(0, 24)}${(turn * 8 + index).toString(16).padStart(12, '0')}`;
      const line = `${JSON.stringify({
        parentUuid,
        isSidechain: false,
        ...wire,
        uuid,
        timestamp: new Date(start + turn * 1000).toISOString(),
        cwd,
        sessionId: id,
        version: '2.1.329',
        gitBranch: 'main',
      })}\n`;
      parentUuid = uuid;
      written += line.length;
      yield line;
    }
  }
  yield `${JSON.stringify({ type: 'ai-title', aiTitle: `Conversation ${number}`, sessionId: id })}\n`;
  yield `${JSON.stringify({ type: 'cost-state', sessionId: id, totalCostUSD: number / 100 })}\n`;
}

function turnOf(number: number, turn: number, said: string): object[] {
  const prose = (length: number, seed: number) =>
    Array.from({ length }, (_, at) => words[(at * 7 + seed * 3) % words.length]).join(' ');
  const result = prose(150, turn + number);
  const usage = {
    ...{ input_tokens: 3 + turn, cache_creation_input_tokens: 100, cache_read_input_tokens: 9_000 },
    output_tokens: 40 + turn,
  };
  return [
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: prose(20, turn + number) }] },
    },
    { type: 'attachment', attachment: { type: 'prompt_snapshot', note: prose(300, turn) } },
    {
      message: {
        id: `msg_${number}_${turn}`,
        ...{ role: 'assistant', model: 'model', usage },
        content: [
          {
            type: 'tool_use',
            id: `toolu_${turn}`,
            name: 'Bash',
            input: { command: prose(10, turn) },
          },
        ],
      },
      type: 'assistant',
    },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: result }],
      },
      toolUseResult: { stdout: result, stderr: '' },
    },
    {
      message: {
        id: `msg_${number}_${turn}b`,
        ...{ role: 'assistant', model: 'model', usage },
        content: [{ type: 'text', text: said + prose(120, turn) }],
      },
      type: 'assistant',
    },
  ];
}
