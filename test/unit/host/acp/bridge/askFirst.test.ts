import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { UserError } from '../../../../../src/base/errors';
import { askFirst } from '../../../../../src/host/acp/bridge/askFirst';
import type { ToolGroup } from '../../../../../src/host/agentTools/tool/editorTool';
import { type McpTool, textResult } from '../../../../../src/terminalServer/mcp/tool';

const tool: McpTool = {
  name: 'run_task',
  title: 'Run a task',
  description: '',
  inputSchema: () => ({}),
  run: async () => textResult('done'),
};
const offered = { tool, group: 'execution' as ToolGroup, asksItself: false, isOn: true };

const noEdits = async () => undefined;

function bed(answers: (string | undefined)[]) {
  const asked: string[] = [];
  const guard = askFirst(
    'Gemini',
    async question => {
      asked.push(question);
      return answers.shift();
    },
    noEdits,
  );
  const call = (signal = new AbortController().signal) =>
    guard(offered, false).run({ task: 'build' }, { signal });
  return { asked, guard, call };
}

it('an edit runs as the user has accepted it in the diff, and never unasked', async () => {
  const ran: object[] = [];
  const edit: McpTool = {
    ...tool,
    name: 'apply_patch',
    check: async ({ patch }) => {
      if (patch === 'stale') throw new UserError('edit.stale', 'It does not fit.');
    },
    run: async input => {
      ran.push(input);
      return textResult('changed');
    },
  };
  const shown: unknown[] = [];
  const answers = [
    { input: { patch: 'b' }, feedback: 'The user changed it.' },
    { input: { patch: 'a' } },
    undefined,
  ];
  const guard = askFirst(
    'Gemini',
    async () => 'Allow in This Conversation',
    async (...asked) => {
      shown.push(asked.slice(0, 2));
      return answers.shift();
    },
  );
  const guarded = guard({ tool: edit, group: 'edit', asksItself: false, isOn: true }, true);
  const { signal } = new AbortController();
  const run = (patch: string) => guarded.run({ patch }, { signal });
  expect(await run('a')).toEqual({
    content: [...textResult('changed').content, ...textResult('The user changed it.').content],
  });
  expect(await run('a')).toEqual(textResult('changed'));
  expect(await run('a')).toMatchObject({ isError: true });
  await expect(run('stale')).rejects.toThrow('It does not fit.');
  expect(ran).toEqual([{ patch: 'b' }, { patch: 'a' }]);
  expect(shown).toEqual(Array.from({ length: 3 }, () => ['apply_patch', { patch: 'a' }]));
  answers.push({ input: { patch: 'a' } });
  const late = guarded.run({ patch: 'a' }, { signal: AbortSignal.abort() });
  expect(await late).toMatchObject({ isError: true });
  expect(ran).toHaveLength(2);
});

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
  const guard = askFirst('Gemini', async question => void asked.push(question), noEdits);
  const { signal } = new AbortController();
  const input = { pad: 'x'.repeat(5_000), command: `echo ${'y'.repeat(5_000)}; rm -rf ~` };
  await guard(offered, false).run(input, { signal });
  expect(asked[0]).toContain('"command":"echo yyy');
  expect(asked[0]).toContain('; rm -rf ~"');
  expect(asked[0]?.length).toBeLessThan(1_000);
});

it('asks one question at a time', async () => {
  const asked: ((answer: string) => void)[] = [];
  const guard = askFirst('Gemini', () => new Promise(resolve => asked.push(resolve)), noEdits);
  const { signal } = new AbortController();
  const calls = Array.from({ length: 50 }, () => guard(offered, false).run({}, { signal }));
  await setImmediate();
  expect(asked).toHaveLength(1);
  asked[0]?.('Allow in This Conversation');
  expect(await Promise.all(calls)).toEqual(Array(50).fill(textResult('done')));
  expect(asked).toHaveLength(1);
});
