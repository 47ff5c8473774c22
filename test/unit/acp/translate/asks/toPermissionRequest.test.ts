import { describe, expect, test } from 'vitest';
import type { PromptId } from '../../../../../src/contract/ids';
import { Agent, call, cwd, said } from '../agent';

const options = [
  { optionId: 'once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Yes,\nalways \u202efor all', kind: 'allow_always' },
  { optionId: 'never', kind: 'reject_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

function asked(toolCall: object, more: object = {}, agent = new Agent().asked()) {
  const params = { toolCall: { toolCallId: '1', ...toolCall }, options, ...more };
  return agent.translator.permissionAsked(params, 'p1' as PromptId);
}

function permission(toolCall: object) {
  const request = asked(toolCall)?.request;
  if (request?.prompt.kind !== 'permission') {
    throw new Error('No permission is asked');
  }
  return { ...request, prompt: request.prompt };
}

describe('answers', () => {
  test('are offered in the order and words of the agent', () => {
    const result = asked({ title: 'x' });
    expect(result?.request.prompt).toMatchObject({
      ...{ kind: 'permission', suggestions: [], hasDiff: false },
      offered: [
        { index: 0, label: 'Yes', effect: 'allowOnce' },
        { index: 1, label: 'Yes, always for all', effect: 'allowAlways' },
        { index: 2, label: 'Always deny', effect: 'rejectAlways' },
        { index: 3, label: 'No', effect: 'rejectOnce' },
      ],
    });
    expect(result?.optionIds).toEqual(['once', 'always', 'never', 'no']);
  });

  test('of unknown kinds are offered only if they deny', () => {
    const odd = [
      { optionId: 'allow', name: 'Do it', kind: 'allow_for_ever' },
      { optionId: 'cancel', name: 'Stop' },
      { name: 'No id', kind: 'allow_once' },
      7,
    ];
    expect(asked({}, { options: odd })?.optionIds).toEqual(['cancel']);
  });

  test.each([
    ['no options', { options: [] }],
    ['options that are no list', { options: 'all' }],
    ['no call', { toolCall: undefined }],
    ['a call without an id', { toolCall: { title: 'x' } }],
  ])('%s: nothing can be asked', (_name, more) => {
    expect(asked({}, more)).toBeUndefined();
  });

  test('are bounded', () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...{ optionId: String(index), name: 'x'.repeat(9_000), kind: 'allow_once' },
    }));
    const result = asked({}, { options: many });
    expect(result?.optionIds).toHaveLength(20);
    expect(JSON.stringify(result?.request.prompt).length).toBeLessThan(5_000);
  });
});

describe('the waiting call', () => {
  test('has all that was said of it before', () => {
    const agent = new Agent()
      .asked()
      .says(
        call('1', { kind: 'execute', rawInput: { command: 'npm test' }, status: 'in_progress' }),
      );
    const result = asked({}, {}, agent);
    agent.take(result?.events ?? []);
    expect(agent.shown).toEqual(['[Run: pending]']);
    expect(result?.request).toMatchObject({
      ...{ tool: 'execute', input: { command: 'npm test' } },
      prompt: {
        toolId: agent.call.id,
        call: { input: { command: 'npm test' }, status: 'pending' },
      },
    });
  });

  test('shows what it asks for, and not a result', () => {
    const diff = { type: 'diff', path: '/a.ts', oldText: 'x', newText: 'y' };
    const { prompt } = permission({ kind: 'edit', content: [diff] });
    expect(prompt.call).toMatchObject({
      content: [],
      input: { path: '/a.ts', edits: [{ oldText: 'x', newText: 'y' }] },
    });
  });

  test("says in the agent's words why it asks", () => {
    expect(permission({ title: 'Dial', content: [said('To call\nhome')] }).prompt.reason).toBe(
      'To call home',
    );
  });

  test('a plan in its content is shown as a plan', () => {
    const { prompt } = permission({
      kind: 'switch_mode',
      name: 'ExitPlanMode',
      content: [said('# Plan')],
    });
    expect(prompt.call).toMatchObject({ family: 'plan', input: { plan: '# Plan' } });
    expect(prompt.reason).toBeUndefined();
  });
});

describe('a proposed edit', () => {
  const diff = (path: string, oldText: string | null, newText: string) => ({
    ...{ type: 'diff', path, oldText, newText },
  });
  const editOf = (...content: readonly object[]) => permission({ kind: 'edit', content });

  test.each([
    ['a new file', [diff('a.ts', null, 'new')], undefined, 'new'],
    ['the whole file', [diff('a.ts', 'old', 'new')], 'old', 'new'],
    ['a part', [diff('a.ts', 'b', 'B')], 'a\nb\nc', 'a\nB\nc'],
    ['two parts', [diff('a.ts', 'a', 'A'), diff(`${cwd}/a.ts`, 'c', 'C')], 'a\nb\nc', 'A\nb\nC'],
    ['other line ends', [diff('a.ts', 'a\nb', 'x\ny')], 'a\r\nb\r\nc', 'x\r\ny\r\nc'],
    ['an empty file', [diff('a.ts', '', 'new')], '', 'new'],
    ['special patterns', [diff('a.ts', 'b', '$&')], 'abc', 'a$&c'],
  ])('is shown against the file: %s', (_name, content, current, after) => {
    const { edit, prompt } = editOf(...content);
    expect(prompt.hasDiff).toBe(true);
    expect(edit).toMatchObject({ path: `${cwd}/a.ts`, label: 'a.ts', isReadOnly: true });
    expect(edit?.sides(current)).toEqual({ before: current ?? '', after });
  });

  test.each([
    ['another text', diff('a.ts', 'z', 'y'), 'abc'],
    ['an insertion into a file with text', diff('a.ts', '', 'y'), 'abc'],
  ])('does not fit %s', (_name, content, current) => {
    expect(() => editOf(content).edit?.sides(current)).toThrow('not in the file');
  });

  test('cannot be changed', () => {
    expect(() => editOf(diff('a.ts', null, 'new')).edit?.inputFor(undefined, 'x')).toThrow(
      'does not take changes',
    );
  });

  test.each([
    ['several files', [diff('a.ts', null, 'x'), diff('b.ts', null, 'y')]],
    ['no path', [diff('', null, 'x')]],
    ['nothing', []],
  ])('is not shown for %s', (_name, content) => {
    const { edit, prompt } = editOf(...content);
    expect(edit).toBeUndefined();
    expect(prompt.hasDiff).toBe(false);
  });
});
