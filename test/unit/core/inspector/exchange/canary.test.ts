import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { maskSecrets } from '../../../../../src/base/secrets';
import type { RecordedCall } from '../../../../../src/contract/inspector/recordedCall';
import { callDetails, partText } from '../../../../../src/core/inspector/anatomy/callDetails';
import { CallArchive } from '../../../../../src/core/inspector/archive/callArchive';
import { compareCalls } from '../../../../../src/core/inspector/compare/compareCalls';
import { curlOf } from '../../../../../src/core/inspector/exchange/curl';
import { harOf } from '../../../../../src/core/inspector/exchange/har';
import { callsOf } from '../../../../../src/core/inspector/exchange/importedCalls';
import { jsonlOf } from '../../../../../src/core/inspector/exchange/jsonl';
import { readCallFile } from '../../../../../src/core/inspector/exchange/readCallFile';
import { maskedCall } from '../../../../../src/gateway/accounting/maskedCall';
import { CallRecorder } from '../../../../../src/gateway/accounting/recording';
import { recount } from '../../../../../src/gateway/accounting/recount';
import { systemClock } from '../../../../../src/node/systemClock';
import { answered, events, StrictLog } from '../../../../support/gateway/observedExchange';
import { secretForms } from '../../../../support/gateway/secretForms';

const mask = maskSecrets;

/** Canaries, and how each stands in a text. */
const canaries: readonly (readonly [secret: string, text: string])[] = [
  ['sk-ant-api03-cANaRy7f3Qz9Lk2mWx8Rt5Vb1N', 'sk-ant-api03-cANaRy7f3Qz9Lk2mWx8Rt5Vb1N'],
  ['sk-tandem-cANaRyLk2mWx8Rt5Vb1N7f3Qz9aB', 'sk-tandem-cANaRyLk2mWx8Rt5Vb1N7f3Qz9aB'],
  ['ghp_cANaRy16C7e42F292c6912E7710c838347Ae', 'ghp_cANaRy16C7e42F292c6912E7710c838347Ae'],
  ['AKIACANARY7EXAMPLEQ9', 'AKIACANARY7EXAMPLEQ9'],
  ['cANaRyBearer8Rt5Vb1N', 'Authorization: Bearer cANaRyBearer8Rt5Vb1N'],
  ['cANaRyPassw0rd!', 'password=cANaRyPassw0rd!'],
  ['cANaRyUrlPass7', 'https://me:cANaRyUrlPass7@host.example/'],
  [
    'cANaRyKeyLine'.repeat(4),
    `-----BEGIN PRIVATE KEY-----\n${'cANaRyKeyLine'.repeat(4)}\n-----END PRIVATE KEY-----`,
  ],
  ['eyJcANaRy12345.eyJcANaRy2abc.c2lnbmF0dXJl', 'eyJcANaRy12345.eyJcANaRy2abc.c2lnbmF0dXJl'],
];
const ids = ['cANaRyDevice0123456789', '7ca11ab1-e0de-4ca1-bead-cANaRyAccount'];
const all = canaries.map(([, text]) => text).join('\n');

const delta = (index: number, of: object) => ({ type: 'content_block_delta', index, delta: of });
const cut = (text: string, length: number) =>
  text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? [];

function answerWith(text: string): string[] {
  const input = JSON.stringify({ command: text, env: { token: text } });
  return [
    answered({ input_tokens: 1 }),
    events(
      ...cut(text, 3).map(piece => delta(1, { type: 'text_delta', text: piece })),
      ...cut(text, 4).map(piece => delta(2, { type: 'thinking_delta', thinking: piece })),
      ...cut(input, 5).map(piece => delta(3, { type: 'input_json_delta', partial_json: piece })),
      {
        type: 'content_block_start',
        index: 4,
        content_block: { type: 'tool_result', content: text },
      },
      { type: 'error', error: { type: 'x', message: text } },
    ),
  ];
}

function bodyWith(text: string) {
  const user_id = JSON.stringify({ device_id: ids[0], account_uuid: ids[1], session_id: ids[1] });
  return {
    ...{ model: 'claude-test-1', stream: true, metadata: { user_id } },
    tools: [{ name: 'Bash', description: text, input_schema: { default: text } }],
    system: [{ type: 'text', text }],
    messages: [
      { role: 'user', content: text },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 't', name: 'Bash', input: { command: text, token: text } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text }] }],
      },
    ],
  };
}

async function record(archive: CallArchive): Promise<RecordedCall[]> {
  const log = new StrictLog();
  log.wantBodies();
  const recorder = new CallRecorder(log, mask);
  const key = canaries[0]?.[0] ?? '';
  const escaped = [...key].map(one => `\\u00${one.charCodeAt(0).toString(16)}`).join('');
  const plain = JSON.stringify(bodyWith(all));
  const scripts = [
    { body: Buffer.from(plain), answer: answerWith(all) },
    {
      body: Buffer.from(plain.replaceAll(key, escaped)),
      answer: answerWith(all).map(one => one.replaceAll(key, escaped)),
    },
    { body: Buffer.from(plain.slice(0, plain.indexOf(ids[1] ?? '') + 20)), answer: [all] },
    {
      body: Buffer.from(plain),
      ...{ status: 401, answer: [`{"type":"error","error":{"message":${JSON.stringify(all)}}}`] },
      responseHeaders: { 'content-type': 'application/json', 'x-debug': all },
    },
  ];
  const calls: RecordedCall[] = [];
  for (const script of scripts) {
    const call = await log.exchange({
      path: `/v1/messages?beta=true&token=${encodeURIComponent(all)}`,
      headers: {
        ...{ authorization: all, 'x-api-key': key, cookie: all, 'proxy-authorization': all },
        ...{
          'x-custom': all,
          'user-agent': all.replaceAll('\n', ' '),
          'x-claude-code-session-id': ids[1],
        },
      },
      responseHeaders: {
        'content-type': 'text/event-stream',
        'set-cookie': [all],
        'request-id': key,
      },
      ...script,
    });
    const recording = recorder.take(call);
    const inspected = {
      ...({ key: archive.keyOf(call), source: 'gateway', hasBodies: true } as const),
      ...{ call: maskedCall(call, mask), unknown: [] },
    };
    calls.push({ version: 1, inspected, ...recording });
  }
  expect(log.errors).toEqual([]);
  return calls;
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Streams cut texts, so a reader puts them together. */
function readAgain(text: string): string {
  const members = ['text', 'thinking', 'partial_json'];
  return members
    .map(member => {
      const pattern = new RegExp(`\\\\*"${member}\\\\*":\\\\*"(.*?)\\\\*"\\}`, 'g');
      return [...text.matchAll(pattern)].map(([, piece]) => piece).join('');
    })
    .join('\n');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name)))
    .map(bytes => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('latin1'));
}

it('no secret is in an archive, an export, an import or anything that is shown', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tandem-canary-'));
  const onProblem = () => expect.fail('There was a problem.');
  const folder = join(root, 'calls');
  const archive = new CallArchive({
    ...{ folder, limit: () => 1e8, clock: systemClock, log: silentLog, onProblem },
  });
  const calls = await record(archive);
  for (const call of calls) archive.add({ id: 'a', title: 'b', cwd: '/c' }, call);
  await archive.dispose();
  // Exports are masked even if what they are given is not.
  const unmasked = calls.map(
    (call, at): RecordedCall => ({
      ...call,
      request: {
        ...(call.request ?? expect.fail()),
        body: JSON.stringify(bodyWith(all)),
        headers: { cookie: all, 'user-agent': all },
      },
      response: {
        ...(call.response ?? expect.fail()),
        body: answerWith(all).join(''),
        headers: { 'request-id': all },
      },
      inspected: {
        ...call.inspected,
        key: `u${at}`,
        call: { ...call.inspected.call, error: { where: 'http', message: all.slice(0, 500) } },
      },
    }),
  );
  const exported = async (given: readonly RecordedCall[]) => [
    await textOf(harOf(given, { mask, version: '1' })),
    await textOf(jsonlOf(given, { mask })),
    ...given.map(call =>
      curlOf({ ...call, request: { ...(call.request ?? expect.fail()), isCut: false } }, { mask }),
    ),
  ];
  const outputs = [...filesIn(folder), ...(await exported(calls)), ...(await exported(unmasked))];
  const raw = JSON.stringify(unmasked[0]);
  await writeFile(join(root, 'a.jsonl'), raw);
  const { calls: imported } = await readCallFile(join(root, 'a.jsonl'), { mask });
  const har = {
    startedDateTime: '2026-11-25T10:00:00.000Z',
    request: {
      method: 'POST',
      url: `https://x/v1/messages?${all}`,
      headers: [{ name: 'Cookie', value: all }],
      postData: { text: JSON.stringify(bodyWith(all)) },
    },
    response: {
      status: 200,
      headers: [{ name: 'request-id', value: all }],
      content: { text: answerWith(all).join('') },
    },
  };
  await writeFile(join(root, 'a.har'), JSON.stringify({ log: { entries: [har] } }));
  const { exchanges } = await readCallFile(join(root, 'a.har'), { mask });
  const counted = await recount(exchanges, { onError: onProblem });
  const joined = callsOf(exchanges, counted, 'import', String, mask);
  expect([imported.length, joined.length]).toEqual([1, 1]);
  for (const call of [...calls, ...imported, ...joined]) {
    const details = callDetails(call);
    const texts = (details.response?.events ?? []).map(
      ({ index }) => partText(call, { kind: 'event', index }).text,
    );
    outputs.push(JSON.stringify(call), JSON.stringify(details), ...texts);
    outputs.push(JSON.stringify(compareCalls(call, calls[0] ?? call)));
  }
  await rm(root, { recursive: true });
  expect(outputs.length).toBeGreaterThan(30);
  const searched = outputs.flatMap(text => [text, readAgain(text)]);
  const found = (secret: string) =>
    [...secretForms(secret)]
      .filter(([, hidden]) => searched.some(text => text.includes(hidden)))
      .map(([form]) => form);
  for (const secret of [...canaries.map(([one]) => one), ...ids]) {
    expect([secret, found(secret)]).toEqual([secret, []]);
  }
  // The search finds what is there, also where a stream has cut it.
  const [, , key = ''] = canaries.map(([one]) => one);
  expect(raw.includes(key) && readAgain(answerWith(all).join('')).includes(key)).toBe(true);
  expect(searched.some(text => text.includes('***'))).toBe(true);
});
