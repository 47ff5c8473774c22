import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { TabPage } from '../../../../src/host/chat/singleTab';

let panels: ReturnType<typeof panel>[];
const window = {
  createWebviewPanel: () => {
    const made = panel();
    panels.push(made);
    return made;
  },
};
vi.mock('vscode', () => ({
  ...{ window, ProgressLocation: {} },
  Uri: { joinPath: (...parts: unknown[]) => parts.join('/') },
  env: { language: 'en' },
  l10n: { t: (text: string) => text },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { SingleTab } = await import('../../../../src/host/chat/singleTab');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

type Options = ConstructorParameters<typeof SingleTab<TabPage<string>, string>>[0];
type Panel = Parameters<InstanceType<typeof SingleTab>['restore']>[0];

/** A tab of VS Code, as far as it is used. */
function panel() {
  let onState: (() => void) | undefined;
  let onEnd: (() => void) | undefined;
  const made = {
    ...{ visible: true, webview: {}, iconPath: undefined, reveals: 0 },
    reveal: () => {
      made.reveals += 1;
    },
    onDidChangeViewState: (listener: () => void) => {
      onState = listener;
    },
    onDidDispose: (listener: () => void) => {
      onEnd = listener;
    },
    look: (visible: boolean) => {
      made.visible = visible;
      onState?.();
    },
    isDisposed: false,
    dispose: () => {
      made.isDisposed = true;
      onEnd?.();
    },
  };
  return made;
}

let told: string[];
let tab: InstanceType<typeof SingleTab<TabPage<string>, string>>;

beforeEach(() => {
  [panels, told] = [[], []];
  tab = new SingleTab<TabPage<string>, string>({
    ...{ extensionUri: 'ext' as unknown as Options['extensionUri'], type: 'type', title: 'Title' },
    column: 1,
    createPage: (_, at) => {
      told.push(`created at ${at}`);
      return {
        show: link => told.push(`shows ${link}`),
        hidden: () => told.push('hidden'),
        dispose: () => told.push('disposed'),
      };
    },
    onClosed: () => told.push('closed'),
  });
});

const restored = (link: string) => {
  const made = panel();
  tab.restore(made as unknown as Panel, link);
  return made;
};

it('opens once, and then goes to the place that is asked for', () => {
  tab.open('one');
  tab.open('two');
  expect(panels.map(({ reveals }) => reveals)).toEqual([1]);
  expect(told).toEqual(['created at one', 'shows two']);
});

it('tells the page when it is hidden, not when it is shown again', () => {
  tab.open('one');
  panels[0]?.look(false);
  expect(told).toEqual(['created at one', 'hidden']);
  panels[0]?.look(true);
  expect(told).toEqual(['created at one', 'hidden']);
});

it('ends the page of a tab that is closed, and opens another one', () => {
  tab.open('one');
  panels[0]?.dispose();
  expect(tab.page).toBeUndefined();
  tab.open('two');
  expect(told).toEqual(['created at one', 'disposed', 'closed', 'created at two']);
});

it('takes over a restored tab, and closes a second one', () => {
  const first = restored('one');
  const second = restored('two');
  expect([first.isDisposed, second.isDisposed]).toEqual([false, true]);
  expect(told).toEqual(['created at one']);
  expect(panels).toEqual([]);
});

it('ends the page with the extension, without saying that the user has closed the tab', () => {
  tab.open('one');
  tab.dispose();
  tab.dispose();
  expect(told).toEqual(['created at one', 'disposed']);
});
