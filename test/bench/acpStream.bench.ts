import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateTranslator } from '../../src/acp/translate/updateTranslator';
import { readMessage } from '../../src/acp/wire/readMessage';
import { isObject } from '../../src/base/json';
import { FrameTranslator } from '../../src/cli/translate/frameTranslator';
import type { MessageId } from '../../src/contract/ids';
import { parseLine } from '../../src/protocol/frames';
import type { Benchmark } from './benchmark';
import { cpuOf, median } from './pipedCpu';

/**
 * CPU time of this process from the pipe to the events of a conversation: the same text in the same
 * pieces from an agent that speaks ACP, and from Claude Code.
 */

const pieces = 100_000;
const rounds = 5;

/** Prevents the compiler from removing the work. */
let seen = 0;

const session = 'c1907671-c6c6-42f8-9c79-a6c0a35ba722';
const textOf = (count: number) => ` word ${count % 1000}`;

function frame(event: object, count: number): string {
  return JSON.stringify({
    type: 'stream_event',
    event,
    session_id: session,
    parent_tool_use_id: null,
    uuid: `5a247d21-a609-46b8-b1f1-${String(count).padStart(12, '0')}`,
  });
}

function frames(): string[] {
  return [
    JSON.stringify({ type: 'system', subtype: 'init', session_id: session, cwd: '/workspace' }),
    frame({ type: 'message_start', message: { id: 'msg_0001', usage: { input_tokens: 9 } } }, 0),
    frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 1),
    ...Array.from({ length: pieces }, (_, count) => {
      const delta = { type: 'text_delta', text: textOf(count) };
      return frame({ type: 'content_block_delta', index: 0, delta }, count);
    }),
  ];
}

function updates(): string[] {
  return Array.from({ length: pieces }, (_, count) => {
    const content = { type: 'text', text: textOf(count) };
    const update = { sessionUpdate: 'agent_message_chunk', content };
    const params = { sessionId: session, update };
    return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params });
  });
}

function frameReader(): (line: string) => void {
  const translator = new FrameTranslator({ cwd: '/workspace' });
  return line => {
    const parsed = parseLine(line);
    seen += parsed.kind === 'frame' ? translator.translate(parsed.frame, 1).length : 0;
  };
}

function updateReader(): (line: string) => void {
  const translator = new UpdateTranslator({ cwd: '/workspace', now: () => 1, agentTitle: 'Agent' });
  translator.turnStarted(['m' as MessageId]);
  return line => {
    const message = readMessage(line);
    const params = message.kind === 'notification' ? message.params : undefined;
    const update = isObject(params) && isObject(params.update) ? params.update : {};
    seen += translator.update(update).length;
  };
}

export const bench: Benchmark = {
  name: `host pipeline on ${pieces} pieces of text from an ACP agent against Claude Code`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      const [cli, acp] = [join(folder, 'frames.jsonl'), join(folder, 'updates.jsonl')];
      await writeFile(cli, `${frames().join('\n')}\n`);
      await writeFile(acp, `${updates().join('\n')}\n`);
      const times: [number, number][] = [];
      // The first round warms both up.
      for (let round = -1; round < rounds; round += 1) {
        const pair: [number, number] = [
          await cpuOf(cli, frameReader()),
          await cpuOf(acp, updateReader()),
        ];
        times.push(...(round < 0 ? [] : [pair]));
      }
      const [frameTime, updateTime] = [
        median(times.map(([time]) => time)),
        median(times.map(([, time]) => time)),
      ];
      const detail = `${updateTime.toFixed(0)} against ${frameTime.toFixed(0)} ms CPU, ${seen} seen`;
      return { measured: updateTime / frameTime, limit: 1.2, unit: '×', detail };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
