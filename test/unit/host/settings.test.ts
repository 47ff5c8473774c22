import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const editor = vi.hoisted(() => {
  const listeners = new Map<string, (event: unknown) => void>();
  const listenTo = (name: string) => (listener: (event: unknown) => void) => {
    listeners.set(name, listener);
    return { dispose: () => listeners.delete(name) };
  };
  return { values: {} as Record<string, unknown>, asked: 0, listeners, listenTo };
});

vi.mock('vscode', () => ({
  workspace: {
    onDidChangeConfiguration: editor.listenTo('configuration'),
    onDidChangeWorkspaceFolders: editor.listenTo('folders'),
    onDidGrantWorkspaceTrust: editor.listenTo('trust'),
    getConfiguration: () => ({
      inspect: (key: string) => {
        editor.asked += 1;
        return { globalValue: editor.values[key] };
      },
    }),
  },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { SettingsReader } = await import('../../../src/host/settings');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const minutes = 'tandem.processes.sleepAfterMinutes';
const model = 'tandem.model';
const change = (key: string) => ({
  affectsConfiguration: (other: string) => key.startsWith(other),
});
const fire = (name: string, event: unknown = {}) => editor.listeners.get(name)?.(event);

beforeEach(() => {
  editor.values = { [minutes]: 5 };
  editor.asked = 0;
});

it('asks the editor for a value once, also for one that is not set', () => {
  const settings = new SettingsReader();
  for (let time = 0; time < 3; time += 1) {
    expect([settings.get(minutes), settings.get(model)]).toEqual([5, undefined]);
  }
  expect(editor.asked).toBe(2);
  settings.dispose();
});

it.each([
  ['configuration', change(minutes)],
  ['configuration', change('editor.fontSize')],
  ['folders', {}],
  ['trust', {}],
])('asks again after a change of %s', (name, event) => {
  const settings = new SettingsReader();
  expect(settings.get(minutes)).toBe(5);
  editor.values = { [minutes]: 7 };
  fire(name, event);
  expect(settings.get(minutes)).toBe(7);
  settings.dispose();
});

it('has the new value when it tells of a change', () => {
  const settings = new SettingsReader();
  const seen = [settings.get(minutes)];
  settings.onChanged(mayDiffer => {
    if (mayDiffer(minutes)) seen.push(settings.get(minutes));
  });
  editor.values = { [minutes]: 9 };
  fire('configuration', change(minutes));
  expect(seen).toEqual([5, 9]);
  settings.dispose();
  expect([...editor.listeners.keys()]).toEqual([]);
});
