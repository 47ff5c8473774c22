import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { silentLog } from '../../../../src/base/log';
import type { Channel } from '../../../../src/core/conversation/channel';
import type { PageServices } from '../../../../src/host/chat/chatPage';

vi.mock('vscode', () => ({
  Uri: { joinPath: (...parts: unknown[]) => parts.join('/') },
  env: { language: 'en' },
  l10n: { t: (text: string) => text },
  workspace: { isTrusted: true, workspaceFolders: [{}] },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { ChatPage } = await import('../../../../src/host/chat/chatPage');
const { PageDocument } = await import('../../../../src/host/chat/pageDocument');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

type Webview = ConstructorParameters<typeof PageDocument>[0];
type ExtensionUri = ConstructorParameters<typeof PageDocument>[1];

const disposable = { dispose: () => undefined };
const channel = (id: string) =>
  ({
    id,
    history: { attach: () => disposable },
    messages: { composer: { onReturned: () => disposable } },
    snapshot: () => undefined,
  }) as Partial<Record<keyof Channel, unknown>> as Channel;

const services: Partial<PageServices> = {
  log: {
    ...silentLog,
    debug: (message, data) => void debugged.push([message, data].filter(Boolean).join(': ')),
  },
  release: one => void released.push(one),
  live: { of: () => undefined, onChanged: () => ({ dispose: () => undefined }) },
  gate: async () => ({ kind: 'open' }),
  config: () => ({}) as ReturnType<PageServices['config']>,
  front: {
    onChanged: () => disposable,
    refresh: () => undefined,
    show: () => ({}),
    take: () => undefined,
    reveal: async () => undefined,
    choose: async () => undefined,
  },
};

let loaded: Deferred<Channel | undefined>;
let page: InstanceType<typeof ChatPage>;
/** Creates a page that does not answer its document yet. */
let createPage: () => InstanceType<typeof ChatPage>;
/** Sends a message of the page. */
let receive: (message: unknown) => void;
let answers: unknown[];
let loads: number;
let debugged: string[];
let released: Channel[];

beforeEach(() => {
  loaded = new Deferred();
  answers = [];
  loads = 0;
  debugged = [];
  released = [];
  const webview: Partial<Webview> = {
    onDidReceiveMessage: listener => {
      receive = listener;
      return disposable;
    },
    postMessage: async message => answers.push(message) > 0,
    asWebviewUri: uri => uri,
    cspSource: '',
  };
  const load = () => {
    loads += 1;
    return loaded.promise;
  };
  createPage = () => {
    const document = new PageDocument(webview as Webview, {} as ExtensionUri, 'tab');
    return new ChatPage(document, services as PageServices, load);
  };
  page = createPage();
  page.answer(true);
});

/** Plays the page: reports that it has started when it has been answered. */
const ready = async () => {
  await expect.poll(() => JSON.stringify(answers)).toContain('"id":1');
  receive({ kind: 'call', id: 2, method: 'page.started', params: {} });
};

test('a page shows the conversation that it loads', async () => {
  const own = channel('own');
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(own);
  await isReady;
  expect(page.channel).toBe(own);
});

test('a page answers what its document asked before', async () => {
  page = createPage();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(channel('own'));
  expect(loads).toBe(0);
  const isReady = ready();
  page.answer(true);
  await isReady;
  expect(page.channel?.id).toBe('own');
});

test('a document that is hidden by then gets no answer', async () => {
  page = createPage();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(channel('own'));
  page.answer(false);
  await expect.poll(() => page.channel?.id).toBe('own');
  await new Promise(setImmediate);
  receive({ kind: 'call', id: 2, method: 'page.ready', params: {} });
  await expect.poll(() => JSON.stringify(answers)).toContain('"id":2');
  expect(JSON.stringify(answers)).not.toContain('"id":1');
});

test('a document that asks again while its conversation loads is answered', async () => {
  receive({ kind: 'call', id: 2, method: 'page.ready', params: {} });
  page.setVisible(false);
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(channel('own'));
  await ready();
  await expect.poll(() => page.isVisible).toBe(true);
});

test('a conversation is loaded while VS Code still loads the document, and once', async () => {
  const own = channel('own');
  loaded.resolve(own);
  page.prepare();
  await expect.poll(() => page.channel).toBe(own);
  expect(page.isVisible).toBe(false);
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  await isReady;
  expect(loads).toBe(1);
});

test('a conversation that could not be loaded ahead is loaded when the page asks', async () => {
  const isReady = ready();
  const own = channel('own');
  page.prepare();
  loaded.reject(new Error('EMFILE'));
  await expect.poll(() => debugged).toEqual(['The conversation was not loaded ahead: EMFILE']);
  loaded = new Deferred();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(own);
  await isReady;
  expect(page.channel).toBe(own);
});

test('a conversation that is opened while the page loads its own stays in view', async () => {
  const opened = channel('opened');
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  await page.show(opened);
  loaded.resolve(channel('own'));
  await isReady;
  expect(page.channel).toBe(opened);
});

test('a conversation that was loaded for nothing is released', async () => {
  page.prepare();
  await page.show(channel('opened'));
  const own = channel('own');
  loaded.resolve(own);
  await expect.poll(() => released).toEqual([own]);
  expect(page.channel?.id).toBe('opened');
});

test('a gate that opens while the page loads leads to a conversation', async () => {
  page.prepare();
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  const behindTheGate = loaded;
  loaded = new Deferred();
  behindTheGate.resolve(undefined);
  loaded.resolve(channel('own'));
  await isReady;
  expect(page.channel?.id).toBe('own');
  expect(loads).toBe(2);
});

test('a gate that closes while the conversation is loaded is shown in place of the failure', async () => {
  const gate = vi.spyOn(services, 'gate').mockResolvedValue({ kind: 'untrusted' });
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.reject(new Error('Claude Code 1.0.0 is too old.'));
  await isReady;
  expect(JSON.stringify(answers)).toContain('untrusted');
  loaded = new Deferred();
  loaded.reject(new Error('Claude Code 1.0.0 is too old.'));
  await page.refresh();
  gate.mockRestore();
  loaded = new Deferred();
  loaded.resolve(channel('own'));
  await page.refresh();
  expect(page.channel?.id).toBe('own');
});

test('a failure behind an open gate is reported', async () => {
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.reject(new Error('EMFILE'));
  await expect.poll(() => JSON.stringify(answers)).toContain('EMFILE');
});

test('an answer about the gate that comes late does not close a page that is open by now', async () => {
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(channel('own'));
  await isReady;
  const early = new Deferred<Awaited<ReturnType<PageServices['gate']>>>();
  const gate = vi.spyOn(services, 'gate').mockReturnValueOnce(early.promise);
  const first = page.refresh();
  await expect.poll(() => gate.mock.calls.length).toBe(1);
  await page.show(channel('newer'));
  early.resolve({ kind: 'untrusted' });
  await first;
  await expect.poll(() => JSON.stringify(answers)).toContain('page.changed');
  expect(JSON.stringify(answers)).not.toContain('untrusted');
  gate.mockRestore();
});

test('a page that loads is told of the gate as it is in the end', async () => {
  const early = new Deferred<Awaited<ReturnType<PageServices['gate']>>>();
  const gate = vi.spyOn(services, 'gate').mockReturnValueOnce(early.promise);
  const isReady = ready();
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  loaded.resolve(channel('own'));
  await expect.poll(() => gate.mock.calls.length).toBe(1);
  await page.show(channel('newer'));
  early.resolve({ kind: 'untrusted' });
  await isReady;
  await expect.poll(() => JSON.stringify(answers)).toContain('"id":1');
  expect(JSON.stringify(answers)).not.toContain('untrusted');
  gate.mockRestore();
});

test('what is asked of a page only once waits until it shows its conversation', async () => {
  const own = channel('own');
  loaded.resolve(own);
  page.addToComposer(() => ({ pieces: ['added'], attachments: [] }));
  page.focusComposer();
  page.revealItem('item');
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  await expect.poll(() => JSON.stringify(answers)).toContain('"id":1');
  // The document goes before its scripts have run.
  page.setVisible(false);
  receive({ kind: 'call', id: 3, method: 'page.started', params: {} });
  expect(page.isVisible).toBe(false);
  answers = [];
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  await expect.poll(() => JSON.stringify(answers)).toContain('"id":1');
  const before = JSON.stringify(answers);
  for (const name of ['composer.add', 'composer.focus', 'item.reveal']) {
    expect(before).not.toContain(name);
  }
  receive({ kind: 'call', id: 2, method: 'page.started', params: {} });
  expect(page.isVisible).toBe(true);
  for (const name of ['composer.add', 'composer.focus', 'item.reveal']) {
    await expect.poll(() => JSON.stringify(answers)).toContain(name);
  }
});

test('a page whose conversation could not be loaded shows one that is opened later', async () => {
  loaded.reject(new Error('EMFILE'));
  receive({ kind: 'call', id: 1, method: 'page.ready', params: {} });
  await expect.poll(() => JSON.stringify(answers)).toContain('EMFILE');
  receive({ kind: 'call', id: 2, method: 'page.started', params: {} });
  page.addToComposer(() => ({ pieces: ['added'], attachments: [] }));
  await page.show(channel('opened'));
  await expect.poll(() => JSON.stringify(answers)).toContain('page.changed');
  await expect.poll(() => JSON.stringify(answers)).toContain('composer.add');
  expect(page.isVisible).toBe(true);
});
