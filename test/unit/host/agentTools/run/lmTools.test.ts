import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const tool = (name: string) => ({ name, description: name, inputSchema: undefined, tags: [] });
let lmTools: typeof import('../../../../../src/host/agentTools/run/lmTools').lmTools;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('vscode', () => ({
    lm: { tools: ['fetch_page', 'tandem_read_file', 'tandem_runPrompt'].map(tool) },
  }));
  ({ lmTools } = await import('../../../../../src/host/agentTools/run/lmTools'));
});
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('leaves out the tools of Tandem itself, which its agents have already', () => {
  expect(lmTools().map(({ name }) => name)).toEqual(['lm_fetch_page']);
});
