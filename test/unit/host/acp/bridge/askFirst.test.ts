import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { askFirst } from '../../../../../src/host/acp/bridge/askFirst';
import type { ToolGroup } from '../../../../../src/host/agentTools/tool/editorTool';
import { type McpTool, textResult } from '../../../../../src/terminalServer/mcp/tool';

const tool: McpTool = {
  name: 'run_task',
  title: 'Run a task',
  description: '',
  inputSchema: {},
  run: async () => textResult('done'),
};
const offered = { tool, group: 'execution' as ToolGroup, asksItself: false, isOn: true };

function bed(answers: (string | undefined)[]) {
  const asked: string[] = [];
  const guard = askFirst('Gemini', async question => {
    asked.push(question);
    return answers.shift();
  });
  const call = (signal = new AbortController().signal) =>
    guard(offered, false).run({ task: 'build' }, { signal });
  return { asked, guard, call };
}

it('a tool that needs permission runs when the user allows it', async () => {
  const { asked, call } = bed(['Allow Once', 'Deny', undefined]);
  await expect(call()).resolves.toEqual(textResult('done'));
  expect(asked).toEqual(['Gemini wants to use the editor: Run a task. {"task":"build"}']);
  for (const _ of ['denied', 'dismissed']) {
    await expect(call()).resolves.toMatchObject({ isError: true });
  }
  expect(asked).toHaveLength(3);
});

it('the user can allow it for the conversation', async () => {
  const { asked, call } = bed(['Allow in This Conversation']);
  await call();
  await expect(call()).resolves.toEqual(textResult('done'));
  expect(asked).toHaveLength(1);
});

it('tools that need no permission run unasked, and a cancelled call does not run', async () => {
  const { asked, guard, call } = bed(['Allow Once']);
  expect(guard(offered, true)).toBe(tool);
  await expect(call(AbortSignal.abort())).resolves.toMatchObject({ isError: true });
  expect(asked).toEqual([]);
});

it('shows the beginning and the end of long texts, whatever is in front of them', async () => {
  const asked: string[] = [];
  const guard = askFirst('Gemini', async question => void asked.push(question));
  const { signal } = new AbortController();
  const input = { pad: 'x'.repeat(5_000), command: `echo ${'y'.repeat(5_000)}; rm -rf ~` };
  await guard(offered, false).run(input, { signal });
  expect(asked[0]).toContain('"command":"echo yyy');
  expect(asked[0]).toContain('; rm -rf ~"');
  expect(asked[0]?.length).toBeLessThan(1_000);
});

it('asks one question at a time', async () => {
  const asked: ((answer: string) => void)[] = [];
  const guard = askFirst('Gemini', () => new Promise(resolve => asked.push(resolve)));
  const { signal } = new AbortController();
  const calls = Array.from({ length: 50 }, () => guard(offered, false).run({}, { signal }));
  await setImmediate();
  expect(asked).toHaveLength(1);
  asked[0]?.('Allow in This Conversation');
  expect(await Promise.all(calls)).toEqual(Array(50).fill(textResult('done')));
  expect(asked).toHaveLength(1);
});
