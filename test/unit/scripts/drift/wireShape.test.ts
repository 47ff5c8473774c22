import { expect, it } from 'vitest';
import { shapeChanges } from '../../../../scripts/drift/shapeChanges';
import { wireShape } from '../../../../scripts/drift/wireShape';
import type { JsonObject } from '../../../../src/base/json';
import { newestRecorded, recordingOf } from '../../../support/recordings/recording';

const of = (...frames: JsonObject[]) =>
  wireShape([
    {
      kind: 'recorded',
      version: '1.0.0',
      scenario: 'made up',
      rows: frames.map(frame => ({ t: 0, dir: 'out' as const, frame })),
    },
  ]);

const init = (extra: JsonObject): JsonObject => ({
  type: 'system',
  subtype: 'init',
  tools: ['Bash'],
  ...extra,
});
const call = (input: JsonObject): JsonObject => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 't1', name: 'Bash', input }] },
});
const outcome = (result: JsonObject): JsonObject => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
  tool_use_result: result,
});
const none = {
  newKinds: [],
  goneKinds: [],
  newFields: [],
  goneFields: [],
  newNames: [],
  goneNames: [],
};

it('finds no change between recordings that differ only in values', () => {
  const before = of(init({ cwd: '/a' }), call({ command: 'ls' }), outcome({ stdout: 'a' }));
  const after = of(init({ cwd: '/b' }), call({ command: 'pwd' }), outcome({ stdout: '' }));
  expect(shapeChanges(before, after)).toEqual(none);
});

it('names new and missing kinds, fields of frames, calls and results, and tools', () => {
  const before = of(init({ old: 1 }), call({ command: 'ls' }), outcome({ stdout: '' }));
  const after = of(
    init({ tools: ['Bash', 'Dig'], deep: [{ inner: true }] }),
    call({ command: 'ls', sandbox: true }),
    outcome({ stdout: '', cost: 1 }),
    { type: 'control_request', request: { subtype: 'ask_weather' } },
  );
  expect(shapeChanges(before, after)).toEqual({
    ...none,
    newKinds: ['control_request', 'control_request/ask_weather'],
    newFields: [
      'input of Bash: sandbox',
      'result of Bash: cost',
      'system/init: deep',
      'system/init: deep[].inner',
    ],
    goneFields: ['system/init: old'],
    newNames: ['tools: Dig'],
  });
});

it('does not take the names of models for fields', () => {
  const usage = (model: string) => of({ type: 'result', modelUsage: { [model]: { cost: 1 } } });
  expect(shapeChanges(usage('one'), usage('two'))).toEqual(none);
});

it('reads real recordings', () => {
  const { fields, names } = wireShape([recordingOf('recorded', newestRecorded, 'bash_tools')]);
  expect(fields.get('input of Bash')).toContain('command');
  expect(fields.get('result of Bash')).toContain('stdout');
  expect(fields.get('control_request/can_use_tool')).toContain('tool_name');
  expect(names.get('tools')).toContain('Bash');
});
