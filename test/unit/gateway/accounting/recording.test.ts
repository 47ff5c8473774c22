import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../../src/base/secrets';
import { CallRecorder } from '../../../../src/gateway/accounting/recording';
import { answered, events, StrictLog } from '../../../support/gateway/observedExchange';

const secret = 'sk-ant-api03-canary-7f3Qz9Lk2mWx8Rt5Vb1N';

async function recorded(script: Parameters<StrictLog['exchange']>[0]) {
  const log = new StrictLog();
  log.wantBodies();
  const call = await log.exchange(script);
  expect(log.errors).toEqual([]);
  return new CallRecorder(log, maskSecrets).take(call);
}

describe('A recording', () => {
  it('has heads without anything that could be a credential, an id or an encoding', async () => {
    const recording = await recorded({
      path: `/v1/messages?beta=true&key=${secret}&x=1#frag`,
      headers: {
        ...{ authorization: `Bearer ${secret}`, 'x-api-key': secret, cookie: 'a=b' },
        ...{ 'proxy-authorization': 'Basic abc', 'x-my-proxy': 'whatever', host: '127.0.0.1' },
        ...{ 'x-claude-code-session-id': 'ses', 'anthropic-beta': 'a,b', 'user-agent': secret },
      },
      body: {},
      answer: [gzipSync(answered({ input_tokens: 1 }))],
      responseHeaders: {
        ...{ 'content-type': 'text/event-stream', 'content-encoding': 'gzip' },
        ...{ 'content-length': '99', 'set-cookie': ['session=1'], 'request-id': 'req_1' },
        'anthropic-ratelimit-requests-limit': '50',
        'anthropic-organization-id': 'org',
      },
    });
    expect(recording?.request.path).toBe('/v1/messages?beta=true&key=***&x=***');
    expect(recording?.request.headers).toEqual({ 'anthropic-beta': 'a,b', 'user-agent': '***' });
    expect(recording?.response?.headers).toEqual({
      'content-type': 'text/event-stream',
      'request-id': 'req_1',
      'anthropic-ratelimit-requests-limit': '50',
    });
    expect(recording?.response?.body).toBe(answered({ input_tokens: 1 }));
  });

  it('has the time of each piece, where a cut character counts with its last byte', async () => {
    const bytes = Buffer.from('data: "é🦊"\n\n');
    const recording = await recorded({
      answer: [bytes.subarray(0, 8), bytes.subarray(8, 11), bytes.subarray(11)],
    });
    expect(recording?.response?.body).toBe('data: "é🦊"\n\n');
    expect(recording?.response?.times).toEqual([
      [0, 11],
      [7, 12],
      [8, 13],
    ]);
  });

  it('merges pieces of a long answer, and keeps the first and a late one', async () => {
    const recording = await recorded({ answer: Array(9_000).fill('data: 1\n\n') });
    const times = recording?.response?.times ?? [];
    expect(times.length).toBeGreaterThan(900);
    expect(times.length).toBeLessThanOrEqual(2_000);
    expect(times[0]).toEqual([0, 11]);
    expect(times.at(-1)?.[1]).toBeGreaterThan(9_000);
    expect(times.every(([offset, ms]) => offset === (ms - 11) * 9)).toBe(true);
  });

  it('has no answer if none came, and one that breaks off as far as it came', async () => {
    expect(await recorded({ end: 'upstreamFailed' })).toEqual({
      request: { path: '/v1/messages?beta=true', headers: {}, body: '{}', isCut: false },
    });
    const cut = await recorded({ answer: ['event: ping\nda'], end: 'upstreamFailed' });
    expect(cut?.response).toMatchObject({ body: 'event: ping\nda', isCut: false });
  });

  it('says so where an answer could not be decoded', async () => {
    const encodings = { 'content-type': 'text/event-stream', 'content-encoding': 'zip' };
    const recording = await recorded({ answer: ['abc'], responseHeaders: encodings });
    expect(recording?.response).toMatchObject({ body: '', isCut: true });
  });

  it('never has a secret that the answer was cut in, nor the ids of the user', async () => {
    const pieces = [...`The key is ${secret}.\nUse it.`].map(text =>
      events({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      }),
    );
    const recording = await recorded({
      body: { metadata: { user_id: 'user_abc_account__session_1' }, messages: [] },
      answer: [answered({ input_tokens: 1 }), ...pieces],
    });
    const { body = '', times = [] } = recording?.response ?? {};
    const said = [...body.matchAll(/"text":"(.*?)"}/g)].map(([, text]) => text).join('');
    expect(said).toContain('The key is ***.\\nUse it.');
    expect(recording?.request.body).toBe('{"metadata":{"user_id":"…"},"messages":[]}');
    // Each event still begins where its time says.
    expect(times).toHaveLength(pieces.length + 1);
    expect(times.every(([offset]) => body.startsWith('event: ', offset))).toBe(true);
  });

  it('masks a request again only where it is new', async () => {
    const log = new StrictLog();
    log.wantBodies();
    const seen: string[] = [];
    const recorder = new CallRecorder(log, text => {
      seen.push(text);
      return maskSecrets(text);
    });
    const messages: object[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      messages.push({ role: 'user', content: `${turn} ${secret}` });
      const call = await log.exchange({ body: { model: 'm', messages } });
      const body = recorder.take(call)?.request.body ?? '';
      expect(JSON.parse(body).messages).toHaveLength(turn + 1);
      expect(body).not.toContain(secret);
    }
    // Once as the last message and once as one with others behind it.
    expect(seen.filter(text => text.includes('"0 '))).toHaveLength(2);
  });
});
