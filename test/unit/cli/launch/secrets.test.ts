import { expect, it } from 'vitest';
import { maskSecrets, traceLine } from '../../../../src/cli/launch/secrets';

it.each([
  ['key sk-ant-api03-abcdefgh_ijk-lmn end', 'key *** end'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: ***'],
  ['{"authorization":"Bearer abc"}', '{"authorization":"***"}'],
  ['{"x-api-key":"abc","next":1}', '{"x-api-key":"***","next":1}'],
  ['ANTHROPIC_AUTH_TOKEN=abcdef rest', 'ANTHROPIC_AUTH_TOKEN=*** rest'],
  ['{\\"apiKey\\":\\"abc\\"}', '{\\"apiKey\\":\\"***\\"}'],
  ['curl -H "Bearer abcdefghijkl"', 'curl -H "Bearer ***"'],
  ['https://me:secret@host/path', 'https://me:***@host/path'],
  ['ghp_abcdefghijklmnopqrstuvwxyz', '***'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2ln', '***'],
  ['{"password":"p w"}', '{"password":"***"}'],
])('masks %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

it.each([
  '{"apiKeySource":"ANTHROPIC_API_KEY","usage":{"input_tokens":12}}',
  '{"tool_use_id":"toolu_01ABC","session_id":"0b1c"}',
  'The basic idea of tokens',
])('leaves %s unchanged', text => {
  expect(maskSecrets(text)).toBe(text);
});

it('searches a long text without a secret in one pass', () => {
  const text = 'a.'.repeat(500_000);
  expect(maskSecrets(text)).toBe(text);
});

it('truncates a long line', () => {
  const line = traceLine('x'.repeat(100_000));
  expect(line.length).toBeLessThan(5_000);
  expect(line).toContain('(100000 characters)');
});
