import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../../src/base/json';
import { parseSessionLine } from '../../../src/protocol/sessionLine';
import { readToolInput } from '../../../src/protocol/toolInputs';
import { readToolResult, type toolResults } from '../../../src/protocol/toolResults';
import { allRecordings } from '../../support/recordings/recording';

const later = { from_the_future: { deep: [1] } };

/** Returns the structured results in the recordings by tool. */
function recordedResults(): Map<string, JsonObject[]> {
  const byTool = new Map<string, JsonObject[]>();
  for (const { rows } of allRecordings()) {
    const names = new Map<string, string>();
    for (const { frame } of rows) {
      const content = isObject(frame.message) ? frame.message.content : undefined;
      for (const block of Array.isArray(content) ? content.filter(isObject) : []) {
        if (block.type === 'tool_use') {
          names.set(String(block.id), String(block.name));
        }
        const name = names.get(String(block.tool_use_id));
        if (block.type === 'tool_result' && name && isObject(frame.tool_use_result)) {
          byTool.set(name, [...(byTool.get(name) ?? []), frame.tool_use_result]);
        }
      }
    }
  }
  return byTool;
}

/** Schemas that read each tool's results; the text identifies results without a schema. */
const schemaOf: Record<string, (keyof typeof toolResults)[]> = {
  Agent: ['agent'],
  Task: ['agent'],
  AskUserQuestion: ['question'],
  Bash: ['bash'],
  Edit: ['edit'],
  ExitPlanMode: ['plan'],
  NotebookEdit: ['notebookEdit'],
  Read: ['readText', 'readImage'],
  TaskCreate: ['taskOne'],
  TaskGet: ['taskOne'],
  TaskList: ['taskList'],
  TodoWrite: ['todoWrite'],
  WebFetch: ['webFetch'],
  WebSearch: ['webSearch'],
  Write: ['write'],
};

describe('tool results', () => {
  const recorded = recordedResults();

  test.each(Object.entries(schemaOf))(
    'are read for %s, even with unknown members',
    (tool, names) => {
      const results = recorded.get(tool) ?? [];
      expect(results.length).toBeGreaterThan(0);
      const read = results.filter(result =>
        names.some(name => readToolResult(name, { ...later, ...result }) !== undefined),
      );
      // Notebooks, PDFs and similar files have no parts that we show.
      const others = results.filter(result => !read.includes(result));
      expect(others.every(result => typeof result.type === 'string' && tool === 'Read')).toBe(true);
    },
  );

  test('are not read if they have another shape', () => {
    for (const wire of [undefined, null, 'Error: x', [], 7, {}]) {
      expect(readToolResult('bash', wire)).toBeUndefined();
      expect(readToolResult('write', wire)).toBeUndefined();
    }
  });
});

describe('tool inputs', () => {
  test('pass on members that the schema does not define', () => {
    const { value, rest } = readToolInput('bash', {
      command: 'ls',
      dangerouslyDisableSandbox: true,
    });
    expect(value).toMatchObject({ command: 'ls' });
    expect(rest).toEqual({ dangerouslyDisableSandbox: true });
  });

  test('pass on a member of an unexpected type instead of losing it', () => {
    const { value, rest } = readToolInput('bash', { command: 'ls', timeout: 'soon' });
    expect(value?.command).toBe('ls');
    expect(rest).toEqual({ timeout: 'soon' });
  });

  test('are passed on whole if they do not match', () => {
    const wire = { __unparsedToolInput: { raw: '{"a', len: 3 } };
    expect(readToolInput('write', wire)).toEqual({ value: undefined, rest: wire });
  });
});

describe('parseSessionLine', () => {
  test.each(['', 'null', '[]', '7', '{}', '{"type":1}', '{"type":"user"}', '{"type":"us'])(
    'reports %j as invalid',
    text => {
      expect(parseSessionLine(text).kind).toBe('invalid');
    },
  );

  test('names types it does not read', () => {
    expect(parseSessionLine('{"type":"cost-state"}')).toEqual({
      kind: 'other',
      type: 'cost-state',
    });
    expect(parseSessionLine('{"type":"toString"}')).toEqual({ kind: 'other', type: 'toString' });
  });
});
