import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { boundsIn } from '../../../../src/cli/sessions/textBounds';

const block = 1024 * 1024;
const title = '{"type":"summary"';
const named = '{"type":"ai-title"';
const whole = '"name":"TodoWrite"';
const step = '"name":"Task';
const wanted = { begins: [title, named], inside: [whole, step] } as const;

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bounds-'));
});

afterEach(() => rmSync(root, { recursive: true }));

async function bounds(
  content: string | Buffer,
  before?: number,
  signal = new AbortController().signal,
) {
  const path = join(root, 'session.jsonl');
  writeFileSync(path, content);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return Object.fromEntries(await boundsIn(file, wanted, before ?? size, signal));
  } finally {
    await file.close();
  }
}

it('finds the first and the last place of each text', async () => {
  const lines = [
    `${title},"a":1}`,
    `x ${step}Create" ${whole}`,
    `${named}}`,
    `${step}s" ${step}"`,
    `${title}}`,
  ];
  const text = lines.join('\n');
  expect(await bounds(text)).toEqual({
    [title]: { first: 0, last: text.lastIndexOf(title) },
    [named]: { first: text.indexOf(named), last: text.indexOf(named) },
    [whole]: { first: text.indexOf(whole), last: text.indexOf(whole) },
    [step]: { first: text.indexOf(step), last: text.lastIndexOf(step) },
  });
  expect(await bounds(text, text.indexOf(whole) + 5)).toEqual({
    [title]: { first: 0, last: 0 },
    [step]: { first: text.indexOf(step), last: text.indexOf(step) },
  });
  expect(await bounds('')).toEqual({});
});

it('counts titles at the beginning of a line only', async () => {
  const text = `{"content":[${title}}]}\n\0\0\0${named}}\n  ${title}}`;
  expect(Object.keys(await bounds(text))).toEqual([named]);
  const marked = `\ufeff${title}}`;
  expect(await bounds(marked)).toEqual({ [title]: { first: 3, last: 3 } });
});

it('takes no similar text, nor one that is cut off', async () => {
  expect(await bounds(`"name":"Tasl "name":"TodoRead" "game":"Task`)).toEqual({});
  expect(await bounds(`:"T "name":"Tas`)).toEqual({});
  expect(await bounds(`":"Task`)).toEqual({});
});

it('finds texts wherever the file is divided', async () => {
  for (let shift = -45; shift <= 3; shift += 1) {
    const head = 'x'.repeat(30);
    const rest = 'y'.repeat(block + shift);
    const text = `${head}\n${title} ${step}\n${rest}`;
    const first = text.indexOf(title);
    expect(await bounds(text)).toEqual({
      [title]: { first, last: first },
      [step]: { first: text.indexOf(step), last: text.indexOf(step) },
    });
  }
});

it('gives up when it is no longer wanted', async () => {
  await expect(bounds('text', undefined, AbortSignal.abort())).rejects.toThrow('closed');
});
