import { expect, it } from 'vitest';
import { PartStore } from '../../../../../src/gateway/accounting/request/partStore';
import { RequestReader } from '../../../../../src/gateway/accounting/request/requestReader';
import { StrictLog } from '../../../../support/gateway/observedExchange';

const messages = [{ role: 'user', content: 'hello' }];

it('reads a request that arrives byte by byte', async () => {
  const metadata = { user_id: 'user_0_account__session_11111111-2222-4333-8444-555555555555' };
  const body = {
    model: 'claude-ä',
    stream: true,
    output_config: { effort: 'high' },
    metadata,
    messages,
  };
  expect(await new StrictLog().exchange({ body, stride: 1 })).toMatchObject({
    model: 'claude-ä',
    stream: true,
    effort: 'high',
    sessionId: '11111111-2222-4333-8444-555555555555',
  });
});

it('says that a request was too large, or no JSON, and counts the call', async () => {
  const log = new StrictLog();
  const long = { role: 'user', content: 'x'.repeat(9 * 1024 * 1024) };
  const large = await log.exchange({ body: { model: 'm', messages: [long, ...messages] } });
  expect(large).toMatchObject({ model: 'm', gaps: ['requestCut'] });
  expect(large.sizes?.messages).toBeGreaterThan(9 * 1024 * 1024);
  for (const bytes of ['', '{"model":"m"', '[]', '{"messages":[{"role":}]}', '\u0000']) {
    const call = await log.exchange({ body: Buffer.from(bytes) });
    expect(call.gaps).toEqual(['requestInvalid']);
  }
  const nested = `{"messages":[${'['.repeat(200_000)}${']'.repeat(200_000)}]}`;
  await log.exchange({ body: Buffer.from(nested) });
  const [open, close] = ['[{"type":"tool_result","content":', '}]'].map(text =>
    text.repeat(60_000),
  );
  const results = `{"messages":[{"role":"user","content":${open}1${close}}]}`;
  expect((await log.exchange({ body: Buffer.from(results) })).gaps).toBeUndefined();
  expect(log.errors).toEqual([]);
  expect(log.sums.total.calls).toBe(8);
});

it('reads no more parts than the API takes messages', () => {
  const reader = new RequestReader(new PartStore());
  for (let from = 0; from < 300_000; from += 10_000) {
    const numbers = Array.from({ length: 10_000 }, (_, at) => from + at);
    reader.push(Buffer.from(`${from === 0 ? '{"messages":[' : ','}${numbers.join()}`));
  }
  const { messages, isCut, isInvalid } = reader.finish();
  expect([messages.length, isCut, isInvalid]).toEqual([100_000, true, false]);
});
