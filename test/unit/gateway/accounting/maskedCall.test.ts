import { expect, it } from 'vitest';
import { maskedCall } from '../../../../src/gateway/accounting/maskedCall';
import { CallRecorder } from '../../../../src/gateway/accounting/recording';
import { answered, StrictLog } from '../../../support/gateway/observedExchange';

const session = '11111111-2222-4333-8444-555555555555';
const device = 'd'.repeat(64);
const account = '99999999-8888-4777-8666-555555555555';
const secret = 'sk-ant-api03-canary';
const maskSecrets = (text: string) => text.replaceAll(secret, '…');

const userIds = [
  `user_${device}_account_${account}_session_${session}`,
  JSON.stringify({ device_id: device, account_uuid: account, session_id: session }),
];

it.each(userIds)('a masked call has no ids of session, account and device: %s', async user_id => {
  const log = new StrictLog();
  log.wantBodies();
  const messages = [{ role: 'user', content: `My key is ${secret}, "user_id" is a word` }];
  const error = { type: 'authentication_error', message: `Wrong key ${secret}` };
  const call = await log.exchange({
    body: { metadata: { user_id }, messages },
    headers: { 'x-claude-code-session-id': session },
    answer: [
      answered({ input_tokens: 1 }),
      `data: ${JSON.stringify({ type: 'error', error })}\n\n`,
    ],
  });
  expect(call.sessionId).toBe(session);
  const recording = new CallRecorder(log, maskSecrets).take(call);
  const masked = [maskedCall(call, maskSecrets), recording];
  for (const hidden of [session, device, account, secret]) {
    expect(JSON.stringify(masked)).not.toContain(hidden);
  }
  expect(masked[0]).toMatchObject({
    kind: 'other',
    usage: { input: 1 },
    error: { message: 'Wrong key …' },
  });
  expect(JSON.parse(recording?.request.body ?? '')).toEqual({
    metadata: { user_id: '…' },
    messages: [{ role: 'user', content: 'My key is …, "user_id" is a word' }],
  });
});

it('a call never holds the user id, the prompt or the answer', async () => {
  const body = {
    metadata: { user_id: userIds[0] },
    messages: [{ role: 'user', content: 'apples' }],
  };
  const call = await new StrictLog().exchange({ body, answer: [answered({ input_tokens: 1 })] });
  const text = JSON.stringify(call);
  for (const hidden of [device, account, 'apples', 'Hello']) expect(text).not.toContain(hidden);
});
