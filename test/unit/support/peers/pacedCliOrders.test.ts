import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Order,
  PacedCli,
  pacedCliPath,
  promptOf,
} from '../../../support/peers/pacedCliOrders';

interface Block {
  readonly type: string;
  readonly text?: string;
}
interface Frame {
  readonly type: string;
  readonly event?: { readonly type: string; readonly delta?: { readonly text?: string } };
  readonly message?: { readonly content: readonly Block[] };
  readonly response?: { readonly subtype: string; readonly request_id: string };
}

let folder: string;
let cli: PacedCli;
let withDeltas: readonly Frame[][];
let without: readonly Frame[][];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-paced-'));
  cli = await PacedCli.create(folder);
  const requests = ['initialize', 'set_model', 'get_weather'].map(subtype => ({
    ...{ type: 'control_request', request_id: subtype, request: { subtype } },
  }));
  const prompts = [prompt('answer', 7), prompt({ stream: 1 }, 2), prompt({ rounds: 5 }, 1)];
  withDeltas = await run(prompts, '--include-partial-messages');
  without = await run([...requests, prompt('answer', 3), prompt('answer', 4)]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function prompt(order: Order, number: number): object {
  const content = [
    { type: 'text', text: 'Opened file: answer 99' },
    { type: 'text', text: promptOf(order, number) },
  ];
  return { type: 'user', message: { role: 'user', content } };
}

/** Runs the CLI with these lines on its stdin. @returns its frames, by turns */
async function run(lines: readonly object[], ...flags: string[]): Promise<Frame[][]> {
  const child = spawn(process.execPath, [pacedCliPath, ...flags], {
    env: { ...process.env, ...cli.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
  const output = (await readText(child.stdout)).split('\n').filter(Boolean);
  const turns: Frame[][] = [[]];
  for (const frame of output.map(line => JSON.parse(line) as Frame)) {
    turns.at(-1)?.push(frame);
    if (frame.type === 'result') turns.push([]);
  }
  return turns.slice(0, -1);
}

const deltasOf = (frames: readonly Frame[] = []) =>
  frames.flatMap(({ event }) => (event?.delta?.text === undefined ? [] : [event.delta.text]));
const blocksOf = (frames: readonly Frame[] = []) =>
  frames.flatMap(({ message }) => message?.content ?? []);
const wholeOf = (frames: readonly Frame[] = []) =>
  blocksOf(frames).flatMap(({ type, text }) => (type === 'text' ? [text] : []));

it('sends deltas to those that ask for them, and notes when', async () => {
  const [answer] = withDeltas;
  expect(deltasOf(answer)[0]).toBe('zebra7 ');
  expect(wholeOf(answer)).toEqual([deltasOf(answer).join('')]);
  const turn = await cli.turn(7);
  const times = [
    turn?.received ?? Number.NaN,
    turn?.first ?? Number.NaN,
    turn?.ended ?? Number.NaN,
  ];
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(await cli.turn(99)).toBeUndefined();
});

it('sends whole messages to others', () => {
  expect(without.flatMap(frames => deltasOf(frames))).toEqual([]);
  const texts = ['zebra3 is the answer to this.', 'zebra4 is the answer to this.'];
  expect(without.flatMap(frames => wholeOf(frames))).toEqual(texts);
});

it('streams so many KB, with a mark at both ends', () => {
  const deltas = deltasOf(withDeltas[1]);
  const text = deltas.join('');
  expect(text).toHaveLength(1_024 + 'zebra2 '.length + ' zebra2end'.length);
  expect(text.startsWith('zebra2 ') && text.endsWith(' zebra2end')).toBe(true);
  expect(deltas).toHaveLength(1_024 / 4 + 2);
});

it('calls a tool so often in one turn', () => {
  const types = blocksOf(withDeltas[2]).map(({ type }) => type);
  expect(types.filter(type => type === 'tool_use')).toHaveLength(5);
  expect(types.filter(type => type === 'tool_result')).toHaveLength(5);
  expect(wholeOf(withDeltas[2]).at(-1)).toBe('zebra1end is done.');
});

it('answers requests as a CLI does', () => {
  const answers = without
    .flat()
    .flatMap(({ response }) => (response ? [[response.request_id, response.subtype]] : []));
  expect(answers).toEqual([
    ['initialize', 'success'],
    ['set_model', 'success'],
    ['get_weather', 'error'],
  ]);
});
