import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { firstCall } from '../../../../src/contract/firstCall';
import type { Chats } from '../../../../src/host/chat/chats';
import type { PageDocument } from '../../../../src/host/chat/pageDocument';
import { FakeClock } from '../../node/fakeClock';

const executeCommand = vi.hoisted(() => vi.fn<(command: string) => Promise<void>>());

vi.mock('vscode', () => ({
  commands: { executeCommand },
  Uri: { joinPath: (...parts: unknown[]) => parts.join('/') },
  env: { language: 'en' },
  l10n: { t: (text: string) => text },
  workspace: { isTrusted: true, workspaceFolders: [{}] },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { EarlyPages } = await import('../../../../src/host/chat/earlyPages');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

type View = Parameters<Chats['resolveView']>[0];
type Panel = Parameters<Chats['restoreTab']>[0];
type ExtensionUri = ConstructorParameters<typeof EarlyPages>[0];

/** A view of VS Code, whose page can send messages and which can be closed. */
function createView() {
  let receive: ((message: unknown) => void) | undefined;
  let close: (() => void) | undefined;
  const webview: Partial<View['webview']> = {
    html: '',
    cspSource: '',
    asWebviewUri: uri => uri,
    onDidReceiveMessage: listener => {
      receive = listener;
      return { dispose: () => undefined };
    },
  };
  const view: Partial<View> = {
    webview: webview as View['webview'],
    onDidDispose: listener => {
      close = listener as () => void;
      return { dispose: () => undefined };
    },
  };
  return {
    view: view as View,
    html: () => webview.html ?? '',
    send: (message: unknown) => receive?.(message),
    close: () => close?.(),
  };
}

let host: Deferred<Chats>;
let loads: number;
const notYet = () => false;
let pages: InstanceType<typeof EarlyPages>;
let handed: PageDocument[];

beforeEach(() => {
  executeCommand.mockReset().mockResolvedValue();
  host = new Deferred();
  loads = 0;
  handed = [];
  const load = () => {
    loads += 1;
    return host.promise;
  };
  pages = new EarlyPages({} as ExtensionUri, load, notYet);
});

const chats: Partial<Chats> = {
  resolveView: (_, document) => void handed.push(document),
};

/** Returns what the host reads of the document that it was handed. */
function readAll(): unknown[] {
  const read: unknown[] = [];
  handed[0]?.read(message => read.push(message));
  return read;
}

test('a view has its document before the host begins to load', async () => {
  const { view, html } = createView();
  const resolved = pages.resolveView(view);
  expect(html()).toContain('id="first-box"');
  expect(loads).toBe(0);
  host.resolve(chats as Chats);
  await resolved;
  expect(loads).toBe(1);
});

test('the host begins to load when VS Code has had the time to send the document', async () => {
  const clock = new FakeClock();
  const load = vi.fn(async () => chats as Chats);
  const early = new EarlyPages({} as ExtensionUri, load, notYet, clock);
  const resolved = early.resolveView(createView().view);
  clock.advance(14);
  await new Promise(setImmediate);
  expect(load).not.toHaveBeenCalled();
  clock.advance(1);
  await resolved;
  expect(load).toHaveBeenCalledOnce();
});

test('a host that runs already is not waited for', async () => {
  const early = new EarlyPages(
    {} as ExtensionUri,
    async () => chats as Chats,
    () => true,
    new FakeClock(),
  );
  await early.resolveView(createView().view);
  expect(handed).toHaveLength(1);
});

test('the host reads what the page has sent before, and what it sends later', async () => {
  const { view, send } = createView();
  const resolved = pages.resolveView(view);
  send(firstCall);
  host.resolve(chats as Chats);
  await resolved;
  const read = readAll();
  send('later');
  expect(read).toEqual([firstCall, 'later']);
});

test('the host reads nothing of a document that VS Code has replaced meanwhile', async () => {
  const { view, send } = createView();
  const resolved = pages.resolveView(view);
  send(firstCall);
  send('of the former document');
  send(firstCall);
  host.resolve(chats as Chats);
  await resolved;
  expect(readAll()).toEqual([firstCall]);
});

test('the host gets no view that was closed while it loaded', async () => {
  const { view, close } = createView();
  const resolved = pages.resolveView(view);
  await expect.poll(() => loads).toBe(1);
  close();
  host.resolve(chats as Chats);
  await resolved;
  expect(handed).toEqual([]);
});

test('nothing is loaded for a view that is closed at once, or when the extension ends', async () => {
  const closed = createView();
  const resolved = pages.resolveView(closed.view);
  closed.close();
  await resolved;
  const left = pages.resolveView(createView().view);
  pages.dispose();
  await left;
  expect(loads).toBe(0);
});

test('a host that does not start leaves no box for messages that nobody reads', async () => {
  const { view, html } = createView();
  const load = () => Promise.reject(new Error('no memory'));
  const failing = new EarlyPages({} as ExtensionUri, load, notYet);
  await expect(failing.resolveView(view)).rejects.toThrow('no memory');
  expect(html()).toBe('');
});

test('a view that is opened by command has its document before the command goes on', async () => {
  const { view, html } = createView();
  let resolved: Promise<void> | undefined;
  // VS Code's command ends before it asks for the view.
  executeCommand.mockImplementation(async () => {
    setImmediate(() => {
      resolved = pages.resolveView(view);
    });
  });
  await pages.openView();
  expect(executeCommand.mock.calls).toEqual([['tandem.chat.focus']]);
  expect(html()).toContain('id="first-box"');
  host.resolve(chats as Chats);
  await resolved;
});

test('a command goes on without a view that VS Code cannot open', async () => {
  executeCommand.mockRejectedValue(new Error('no such command'));
  const opening = new EarlyPages({} as ExtensionUri, () => host.promise, notYet, new FakeClock());
  await opening.openView();
  expect(handed).toEqual([]);
});

test('a command goes on without a view that VS Code does not ask for', async () => {
  const clock = new FakeClock();
  const waiting = new EarlyPages({} as ExtensionUri, () => host.promise, notYet, clock).openView();
  let isOver = false;
  void waiting.then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect([isOver, clock.waiting]).toEqual([false, [1_000]]);
  clock.advance(1_000);
  await waiting;
});

test('a tab that is restored is not the view that a command opens', async () => {
  const tabs: unknown[] = [];
  const restoring: Partial<Chats> = { restoreTab: (_, state) => void tabs.push(state) };
  const clock = new FakeClock();
  const early = new EarlyPages({} as ExtensionUri, async () => restoring as Chats, notYet, clock);
  const restored = early.restoreTab(createView().view as unknown as Panel, 'state');
  clock.advance(15);
  await restored;
  expect(tabs).toEqual(['state']);
  let isOpen = false;
  void early.openView().then(() => {
    isOpen = true;
  });
  await new Promise(setImmediate);
  expect(isOpen).toBe(false);
});
