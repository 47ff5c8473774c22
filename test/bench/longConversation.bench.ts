import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { FrameTranslator } from '../../src/cli/translate/frameTranslator';
import type { ConversationEvent } from '../../src/contract/events';
import type { MessageId, TurnId } from '../../src/contract/ids';
import { parseLine } from '../../src/protocol/frames';
import type { ScriptedBed } from '../support/channels/scriptedAgents';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { cpuOf } from './interleaved';
import { median } from './pipedCpu';
import { withShownChannel } from './shownChannel';

/** Time and memory of the host for live conversations that have grown long. */

const turns = 10_000;
/** Turns that are measured at the beginning and at the end of the conversation. */
const measured = 400;
const calls = 1_000;
const rounds = 5;
const answer = 'The quick brown fox jumps over the lazy dog. '.repeat(4);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function heap(): Promise<number> {
  // Tasks that wait for their turn hold the events of turns that are over.
  for (let pass = 0; pass < 4; pass += 1) {
    await setImmediate();
    collect();
  }
  return process.memoryUsage().heapUsed;
}

function sent(turn: number): ConversationEvent {
  const messageId = `message${turn}` as MessageId;
  const text = `Prompt number ${turn}`;
  return { type: 'prompt.sent', messageId, at: turn * 1000, text, images: [] };
}

/** Yields what a live turn with one answer brings, in the groups in which the CLI prints it. */
function* turnOf(turn: number): Generator<readonly ConversationEvent[]> {
  const at = turn * 1000;
  const blockId = `block${turn}`;
  yield [sent(turn)];
  yield [{ type: 'turn.started', turnId: `turn${turn}` as TurnId, at, origin: 'person' }];
  yield [
    { type: 'block.started', blockId, kind: 'text', at, source: 'agent' } as ConversationEvent,
  ];
  for (let from = 0; from < answer.length; from += 45) {
    yield [{ type: 'block.delta', blockId, text: answer.slice(from, from + 45) }];
  }
  yield [{ type: 'block.ended', blockId, text: answer }];
  yield [{ type: 'turn.ended', at, outcome: { kind: 'completed' } }];
}

function play({ agents }: ScriptedBed, from: number, to: number): void {
  const { host } = agents.newest;
  for (let turn = from; turn < to; turn += 1) {
    for (const events of turnOf(turn)) {
      host.onEvents(events);
    }
  }
}

async function manyTurns(): Promise<readonly BenchmarkResult[]> {
  // The first conversation warms up the compiler.
  await withShownChannel(async bed => play(bed, 0, 5 * measured));
  return withShownChannel(async bed => {
    const start = await cpuOf(() => play(bed, 0, measured));
    const before = await heap();
    play(bed, measured, turns);
    const kept = ((await heap()) - before) / (turns - measured);
    const end = await cpuOf(() => play(bed, turns, turns + measured));
    return [
      {
        what: `a turn after ${turns} others against one of the first ${measured}`,
        measured: end / start,
        limit: 1.1,
        unit: '×',
        detail: `${((end / measured) * 1000).toFixed(0)} / ${((start / measured) * 1000).toFixed(0)} µs CPU of the host`,
      },
      {
        what: `heap of the host for each of ${turns} turns`,
        measured: kept / 1024,
        limit: 1,
        unit: 'KB',
        detail: `of which ${(answer.length / 1024).toFixed(2)} KB are text`,
      },
    ];
  });
}

/** Yields the lines of a turn with this many calls, one after another, as the CLI prints them. */
function* linesOf(count: number): Generator<string> {
  const common = {
    session_id: 'c1907671-c6c6-42f8-9c79-a6c0a35ba722',
    parent_tool_use_id: null,
    uuid: '5a247d21-a609-46b8-b1f1-000000000000',
  };
  const message = { role: 'assistant', model: 'model', usage: { input_tokens: 9 } };
  for (let index = 0; index < count; index += 1) {
    const call = { type: 'tool_use', id: `call${index}`, name: 'Read' };
    const input = { file_path: `/workspace/file${index}.ts` };
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    const events = [
      { type: 'message_start', message: { id: `msg${index}`, ...message, content: [] } },
      { type: 'content_block_start', index: 0, content_block: { ...call, input: {} } },
      { type: 'content_block_delta', index: 0, delta },
    ];
    const result = {
      type: 'tool_result',
      tool_use_id: call.id,
      content: `${index}\t${'a line of the file '.repeat(20)}`,
    };
    const frames = [
      ...events.map(event => ({ type: 'stream_event', event })),
      {
        type: 'assistant',
        message: { id: `msg${index}`, ...message, content: [{ ...call, input }] },
      },
      { type: 'stream_event', event: { type: 'content_block_stop', index: 0 } },
      { type: 'stream_event', event: { type: 'message_stop' } },
      { type: 'user', message: { role: 'user', content: [result] } },
    ];
    yield* frames.map(frame => JSON.stringify({ ...frame, ...common }));
  }
}

/** Returns the CPU ms from lines to posts of a turn with this many calls, and of parsing alone. */
async function costOfCalls(count: number): Promise<{ whole: number; parsing: number }> {
  const lines = [...linesOf(count)];
  const parsing = await cpuOf(() => lines.map(parseLine));
  const whole = await withShownChannel(({ channel, agents }) => {
    const { host } = agents.newest;
    host.onEvents([sent(0)]);
    const translator = new FrameTranslator({ cwd: '/workspace' });
    return cpuOf(() => {
      for (const line of lines) {
        const parsed = parseLine(line);
        if (parsed.kind === 'frame') {
          host.onEvents(translator.translate(parsed.frame, 1));
        }
      }
      const { length = 0 } = channel.conversation.open?.items ?? [];
      if (length !== count + 1) {
        throw new Error(`${length} items of ${count} calls`);
      }
    });
  });
  return { whole, parsing };
}

async function manyCalls(): Promise<readonly BenchmarkResult[]> {
  await costOfCalls(calls);
  const runs: { one: number; parsing: number; six: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { whole: one, parsing } = await costOfCalls(calls);
    runs.push({ one, parsing, six: (await costOfCalls(6 * calls)).whole });
  }
  const one = median(runs.map(run => run.one));
  const parsing = median(runs.map(run => run.parsing));
  const six = median(runs.map(run => run.six));
  return [
    {
      what: `${calls} calls in one turn, to the posts for a page, against parsing them`,
      measured: one / parsing,
      limit: 3,
      unit: '×',
      detail: `${one.toFixed(0)} / ${parsing.toFixed(0)} ms CPU`,
    },
    {
      what: `a call of ${6 * calls} in one turn against one of ${calls}`,
      measured: six / 6 / one,
      limit: 1.5,
      unit: '×',
      detail: `${((six / 6 / calls) * 1000).toFixed(0)} / ${((one / calls) * 1000).toFixed(0)} µs CPU`,
    },
  ];
}

export const bench: Benchmark = {
  name: 'long live conversations',
  async run() {
    return [...(await manyTurns()), ...(await manyCalls())];
  },
};
