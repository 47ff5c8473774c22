import { expect, it } from 'vitest';
import { argumentsOf, startOf } from '../../../../src/host/terminalBridge/terminalStart';

it('bypasses permissions in a terminal only if the setting allows it', () => {
  const start = { mode: 'bypassPermissions' };
  expect(() => startOf(start, false)).toThrow('tandem.permissions.allowBypass');
  expect(startOf(start, true)).toEqual(start);
});

it('rejects unknown modes and ignores what is no text', () => {
  expect(() => startOf({ mode: 'yolo' }, false)).toThrow(/one of default, .*dontAsk\.$/);
  expect(() => startOf({ mode: 'yolo' }, true)).toThrow('bypassPermissions');
  expect(startOf({ mode: 7, model: ['x'], resume: null, cwd: '' }, false)).toEqual({});
  expect(startOf('bypassPermissions', false)).toEqual({});
});

it('binds each value to its flag', () => {
  const start = startOf({ mode: 'plan', model: '--debug', resume: '--settings={}' }, false);
  expect(argumentsOf(start)).toEqual([
    '--permission-mode=plan',
    '--model=--debug',
    '--resume=--settings={}',
  ]);
  expect(argumentsOf({ resume: 'last' })).toEqual(['--continue']);
  expect(argumentsOf({ resume: 'pick' })).toEqual(['--resume']);
});
