import { afterAll, expect, test, vi } from 'vitest';
import type { StatusItem } from '../../../../src/host/nativeText/statusItems';
import { FakeClock } from '../../node/fakeClock';

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  window: {},
  ProgressLocation: {},
  StatusBarAlignment: { Left: 1 },
  ThemeColor: class {},
  MarkdownString: class {
    constructor(readonly value: string) {}
  },
}));

vi.resetModules();
const { StatusWriter } = await import('../../../../src/host/views/statusWriter');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

function bed() {
  const clock = new FakeClock();
  const item = { show: vi.fn(), text: '', tooltip: undefined as unknown };
  const writer = new StatusWriter(item as Partial<StatusItem> as StatusItem, clock);
  return { clock, item, writer };
}

test('VS Code has no Markdown to parse while the first chat opens', () => {
  const { clock, item, writer } = bed();
  writer.write({ waiting: 1, tasks: [], warnAt: 0 });
  expect(item.text).toContain('Tandem 1');
  expect(item.tooltip).toContain('Tandem:');
  clock.advance(3_000);
  expect(item.tooltip).toHaveProperty(
    'value',
    expect.stringContaining('](command:tandem.chat.open)'),
  );
  expect(item.show).toHaveBeenCalledTimes(2);
});

test('links what is written later at once', () => {
  const { clock, item, writer } = bed();
  clock.advance(3_000);
  expect(item.show).not.toHaveBeenCalled();
  writer.write({ waiting: 0, tasks: [], warnAt: 0 });
  expect(item.tooltip).toHaveProperty('value');
  expect(item.show).toHaveBeenCalledTimes(1);
});

test('writes nothing after its end', () => {
  const { clock, item, writer } = bed();
  writer.write({ waiting: 0, tasks: [], warnAt: 0 });
  writer.dispose();
  clock.advance(3_000);
  expect(item.show).toHaveBeenCalledTimes(1);
});
