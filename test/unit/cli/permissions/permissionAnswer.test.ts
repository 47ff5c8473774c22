import { expect, it } from 'vitest';
import { toSuggestions, toWireAnswer } from '../../../../src/cli/permissions/permissionAnswer';

const raw = [
  {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }, { toolName: 'WebFetch' }],
    behavior: 'allow',
    destination: 'localSettings',
    later: true,
  },
  { type: 'somethingNew', destination: 'session' },
  { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  { type: 'addRules', rules: [], behavior: 'deny', destination: 'session' },
  { type: 'addDirectories', directories: ['/x'], destination: 'session' },
  { type: 'setMode', mode: 'manual', destination: 'cliArg' },
  'nonsense',
];
const input = { command: 'npm test' };

it('converts known suggestions, keeping their index in the raw list', () => {
  expect(toSuggestions(raw)).toEqual([
    {
      type: 'addRules',
      index: 0,
      rules: ['Bash(npm test *)', 'WebFetch'],
      destination: 'localSettings',
    },
    { type: 'setMode', index: 2, mode: 'acceptEdits', destination: 'session' },
    { type: 'addDirectories', index: 4, directories: ['/x'], destination: 'session' },
  ]);
});

it('saves nothing if allowed once', () => {
  expect(toWireAnswer({ kind: 'allow', input, apply: [] }, raw)).toEqual({
    behavior: 'allow',
    updatedInput: input,
  });
});

it("sends the CLI's own objects, with the chosen destination", () => {
  const apply = [{ index: 0, destination: 'userSettings' as const }, { index: 4 }, { index: 99 }];
  const answer = toWireAnswer({ kind: 'allow', input, apply, mode: 'acceptEdits' }, raw);
  expect(answer.updatedPermissions).toEqual([
    { ...(raw[0] as object), destination: 'userSettings' },
    raw[4],
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  ]);
});

it('denies with the given message', () => {
  expect(toWireAnswer({ kind: 'deny', message: 'no' }, raw)).toEqual({
    behavior: 'deny',
    message: 'no',
  });
  expect(toWireAnswer({ kind: 'deny', message: 'no', interrupts: true }, raw)).toMatchObject({
    interrupt: true,
  });
});
