import { afterAll, expect, it, vi } from 'vitest';

const lines = vi.hoisted(() => [] as string[]);

vi.mock('vscode', () => ({
  LogLevel: { Trace: 1 },
  window: {
    createOutputChannel: () => ({
      logLevel: 2,
      info: (line: string) => void lines.push(line),
      debug: (line: string) => void lines.push(line),
      warn: (line: string) => void lines.push(line),
    }),
  },
}));

// Files of one worker share modules: these are loaded with the mocks, and not left behind.
vi.resetModules();
const { OutputLog } = await import('../../../src/host/outputLog');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const token = ['glpat', 'abcdefghijklmnopqrst'].join('-');

it('masks secrets, also where a long line is cut', () => {
  const log = OutputLog.create('Tandem 1.2.3');
  log.warn(`refused with ${token}`, { password: 'a b' });
  log.debug('stderr', `${'x'.repeat(8_170)} ${token} ${'x'.repeat(100)}`);
  expect(lines[0]).toBe('Tandem 1.2.3');
  expect(lines[1]).toBe('refused with *** {"password":"***"}');
  expect(lines[2]).not.toContain('glpat');
  expect(lines[2]).toMatch(/… \(cut\)$/);
  expect(log.last).toEqual([
    expect.stringContaining('[info] Tandem 1.2.3'),
    expect.stringContaining('[warn] refused with ***'),
  ]);
});
