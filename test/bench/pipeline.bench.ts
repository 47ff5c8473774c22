import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FrameTranslator } from '../../src/cli/translate/frameTranslator';
import { parseLine } from '../../src/protocol/frames';
import type { Benchmark } from './benchmark';
import { cpuOf, median } from './pipedCpu';

/**
 * CPU time from the child's pipe to frames, in this process, against splitting and parsing only.
 */

const deltas = 200_000;
const rounds = 5;

/** Prevents the compiler from removing the work. */
let seen = 0;

const session = 'c1907671-c6c6-42f8-9c79-a6c0a35ba722';

function line(event: object, count: number): string {
  return JSON.stringify({
    type: 'stream_event',
    event,
    session_id: session,
    parent_tool_use_id: null,
    uuid: `5a247d21-a609-46b8-b1f1-${String(count).padStart(12, '0')}`,
    api_message_id: 'msg_0001',
  });
}

function stream(): string {
  const lines = [
    JSON.stringify({ type: 'system', subtype: 'init', session_id: session, cwd: '/workspace' }),
    line({ type: 'message_start', message: { id: 'msg_0001', usage: { input_tokens: 9 } } }, 0),
    line({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 1),
  ];
  for (let count = 0; count < deltas; count++) {
    const text = ` word ${count % 1000}`;
    lines.push(
      line({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, count),
    );
  }
  return `${lines.join('\n')}\n`;
}

const stages: Readonly<Record<string, () => (text: string) => void>> = {
  parse: () => text => {
    const frame = JSON.parse(text) as { type: string };
    seen += frame.type.length;
  },
  envelope: () => text => {
    seen += parseLine(text).kind.length;
  },
  translate: () => {
    const translator = new FrameTranslator({ cwd: '/workspace' });
    return text => {
      const parsed = parseLine(text);
      seen += parsed.kind === 'frame' ? translator.translate(parsed.frame, 1).length : 0;
    };
  },
};

/** Interleaves the stages, so that a slow phase of the machine affects all of them alike. */
async function measure(path: string): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = -1; round < rounds; round++) {
    for (const [name, begin] of Object.entries(stages)) {
      const time = await cpuOf(path, begin());
      if (round >= 0) {
        times[name] = [...(times[name] ?? []), time];
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

export const bench: Benchmark = {
  name: `host pipeline on ${deltas} delta frames against split + JSON.parse`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      const path = join(folder, 'frames.jsonl');
      await writeFile(path, stream());
      const {
        parse = Number.NaN,
        envelope = Number.NaN,
        translate = Number.NaN,
      } = await measure(path);
      const base = `${parse.toFixed(0)} ms CPU`;
      return [
        {
          what: 'split + parse + envelope',
          measured: envelope / parse,
          limit: 1.3,
          unit: '×',
          detail: `${envelope.toFixed(0)} against ${base}, ${seen} seen`,
        },
        {
          what: 'split + parse + envelope + translation',
          measured: translate / parse,
          limit: 1.6,
          unit: '×',
          detail: `${translate.toFixed(0)} against ${base}`,
        },
      ];
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
