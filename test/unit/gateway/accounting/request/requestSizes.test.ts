import { expect, it } from 'vitest';
import { estimatedTokens } from '../../../../../src/contract/modelCalls';
import { answered, StrictLog } from '../../../../support/gateway/observedExchange';

const tool = (name: string) => ({ name, description: `Does ${name}`, input_schema: {} });
const tools = [
  tool('Bash'),
  tool('mcp__library__find_book'),
  tool('Read'),
  tool('mcp__library__lend__out'),
];
const system = [{ type: 'text', text: 'You are helpful.' }];
const messages = [{ role: 'user', content: 'hello' }];
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it('groups tools by server and calibrates tokens by the usage of the call', async () => {
  const usage = { input_tokens: 20, cache_read_input_tokens: 60, cache_creation_input_tokens: 40 };
  const body = { tools, system, messages };
  const { sizes } = await new StrictLog().exchange({ body, answer: [answered(usage)] });
  if (!sizes) throw new Error('There are no sizes');
  expect(sizes.system).toBe(bytesOf(system[0]));
  expect(sizes.messages).toBe(bytesOf(messages[0]));
  expect(sizes.tools.map(group => [group.server, group.tools.map(({ name }) => name)])).toEqual([
    [undefined, ['Bash', 'Read']],
    ['library', ['mcp__library__find_book', 'mcp__library__lend__out']],
  ]);
  expect(sizes.tools[1]?.bytes).toBe(bytesOf(tools[1]) + bytesOf(tools[3]));
  expect(sizes.basis).toBe('usage');
  const all = [sizes.system, sizes.messages, ...sizes.tools.map(({ bytes }) => bytes)];
  const tokens = all.map(bytes => estimatedTokens(bytes, sizes));
  expect(Math.abs(tokens.reduce((sum, one) => sum + one) - 120)).toBeLessThan(all.length);
});

it('counts images by their pixels, not by their bytes', async () => {
  const png = Buffer.alloc(400_000);
  png.write('\u0089PNG\r\n\u001a\n', 'latin1');
  png.writeUInt32BE(1_500, 16);
  png.writeUInt32BE(1_000, 20);
  const source = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
  const image = { type: 'image', source };
  const result = { type: 'tool_result', tool_use_id: 't', content: [image] };
  const body = { system, messages: [{ role: 'user', content: [image, result] }] };
  const answer = [answered({ input_tokens: 4_100 })];
  const { sizes } = await new StrictLog().exchange({ body, answer });
  expect(sizes?.media).toEqual({
    count: 2,
    bytes: 2 * source.data.length,
    estimatedTokens: 2 * 2_000,
  });
  expect(sizes?.messages).toBeLessThan(500);
  // The hundred tokens that are left belong to the texts.
  expect(sizes?.tokensPerByte).toBeCloseTo(
    100 / ((sizes?.messages ?? 0) + (sizes?.system ?? 0)),
    5,
  );
});

it('uses a rule of thumb without usage, and where the API has run tools', async () => {
  const log = new StrictLog();
  const failed = await log.exchange({ body: { messages }, status: 529 });
  expect(failed.sizes).toMatchObject({ basis: 'rule', tokensPerByte: 1 / 3.5 });
  const usage = { input_tokens: 50_000, server_tool_use: { web_search_requests: 2 } };
  const searched = await log.exchange({ body: { messages }, answer: [answered(usage)] });
  expect(searched.sizes?.basis).toBe('rule');
  expect(searched.answer?.serverRequests).toEqual({ web_search: 2 });
});

it('shares the list of tools between calls', async () => {
  const log = new StrictLog();
  const [first, second] = [
    await log.exchange({ body: { tools } }),
    await log.exchange({ body: { tools } }),
  ];
  expect(second.sizes?.tools).toBe(first.sizes?.tools);
});

it('counts what the CLI adds to messages, and nothing that only looks like it', async () => {
  const reminder = '<system-reminder>\nContents of CLAUDE.md: ä\n</system-reminder>';
  const result = { type: 'tool_result', tool_use_id: 't', content: 'ok' };
  const body = {
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: reminder },
          { type: 'text', text: 'Explain <system-reminder> to me' },
          { type: 'text', text: `${reminder}\nFix the parser.` },
        ],
      },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: [result, { type: 'text', text: `\n${reminder}` }] },
    ],
  };
  const { sizes } = await new StrictLog().exchange({ body });
  expect(sizes?.reminders).toBe(2 * Buffer.byteLength(reminder) + 1);
  const plain = await new StrictLog().exchange({ body: { messages } });
  expect(plain.sizes).not.toHaveProperty('reminders');
});
