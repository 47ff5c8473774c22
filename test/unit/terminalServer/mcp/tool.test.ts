import { expect, test } from 'vitest';
import * as z from '../../../../src/base/schema';
import { defineTool, textResult } from '../../../../src/terminalServer/mcp/tool';

test('a tool makes its JSON schema when it is asked for it, and once', () => {
  let made = 0;
  const tool = defineTool({
    name: 'find',
    description: 'Finds.',
    input: z.object({
      get word() {
        made += 1;
        return z.string();
      },
    }),
    run: async () => textResult('found'),
  });
  expect(made).toBe(0);
  const schema = tool.inputSchema();
  expect(schema).toEqual({
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  });
  expect(tool.inputSchema()).toBe(schema);
});
