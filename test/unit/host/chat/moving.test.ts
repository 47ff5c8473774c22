import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { silentLog } from '../../../../src/base/log';
import type { SessionId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';

interface FakePage {
  channel: Channel | undefined;
  show(channel: Channel | undefined): Promise<void>;
  focusComposer(): void;
}

const fakePage = (channel?: Channel): FakePage => {
  const page: FakePage = {
    channel,
    show: async next => {
      page.channel = next;
    },
    focusComposer: () => undefined,
  };
  return page;
};

let sideBarPage: FakePage | undefined;
let tabPages: FakePage[];
let focusing: () => Promise<void>;
let creating: () => Promise<Channel | undefined>;
let released: Channel[];
let onTabClosed: (channel: Channel) => void;

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));
vi.mock('../../../../src/host/chat/closedChats', () => ({
  ClosedChats: class {
    release(channel: Channel) {
      released.push(channel);
    }
    dispose = () => undefined;
  },
}));
vi.mock('../../../../src/host/chat/conversations', () => ({
  Conversations: class {
    create() {
      return creating();
    }
  },
}));
vi.mock('../../../../src/host/chat/chatPages', () => ({
  ChatPages: class {
    constructor(_1: unknown, _2: unknown, _3: unknown, _4: unknown, release: typeof onTabClosed) {
      onTabClosed = release;
    }
    sideBar = {
      get page() {
        return sideBarPage;
      },
      focus: () => focusing(),
    };
    tabs = {
      open: (channel: Channel) => {
        const page = fakePage(channel);
        tabPages.push(page);
        return page;
      },
      close: (channel: Channel) => closeTab(channel),
    };
    of = (channel: Channel) =>
      [...(sideBarPage ? [sideBarPage] : []), ...tabPages].filter(one => one.channel === channel);
    show = (page: FakePage, channel: Channel) => page.show(channel);
    setActive = () => undefined;
    fireActive = () => undefined;
    dispose = () => undefined;
  },
}));

vi.resetModules();
const { Chats } = await import('../../../../src/host/chat/chats');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.doUnmock('../../../../src/host/chat/closedChats');
  vi.doUnmock('../../../../src/host/chat/conversations');
  vi.doUnmock('../../../../src/host/chat/chatPages');
  vi.resetModules();
});

function closeTab(channel: Channel): void {
  const closed = tabPages.filter(one => one.channel === channel);
  tabPages = tabPages.filter(one => one.channel !== channel);
  for (const _ of closed) {
    onTabClosed(channel);
  }
}

const channelOf = (id: string) =>
  ({ id, agent: { warmUp: async () => undefined } }) as Partial<
    Record<keyof Channel, unknown>
  > as Channel;
const session = 's' as SessionId;
const moved = channelOf('moved');

function createChats() {
  const registry = {
    bySession: () => moved,
    onReplaced: () => ({ dispose: () => undefined }),
  };
  type Args = ConstructorParameters<typeof Chats>;
  return new Chats(registry as unknown as Args[0], { log: silentLog } as unknown as Args[1]);
}

beforeEach(() => {
  sideBarPage = undefined;
  tabPages = [];
  released = [];
  focusing = async () => undefined;
  creating = async () => channelOf('fresh');
});

test('a conversation stays in its tab if the side bar cannot be shown', async () => {
  tabPages = [fakePage(moved)];
  // `SideBar.focus` gives up after 5 seconds without a page.
  await createChats().move(session, 'sideBar');
  expect(tabPages).toHaveLength(1);
  expect(released).toEqual([]);
});

test('two commands at once open one tab, and leave no conversation without a page', async () => {
  sideBarPage = fakePage(moved);
  const created: Channel[] = [];
  const gate = new Deferred<void>();
  creating = async () => {
    await gate.promise;
    const fresh = channelOf(`fresh ${created.length}`);
    created.push(fresh);
    return fresh;
  };
  const all = createChats();
  const moves = [all.move(session, 'tab'), all.move(session, 'tab')];
  gate.resolve();
  await Promise.all(moves);
  expect(tabPages.filter(one => one.channel === moved)).toHaveLength(1);
  const unseen = created.filter(one => sideBarPage?.channel !== one && !released.includes(one));
  expect(unseen).toEqual([]);
});

test('what the side bar shows by the time of the move is not lost', async () => {
  const page = fakePage(moved);
  sideBarPage = page;
  const gate = new Deferred<void>();
  creating = async () => {
    await gate.promise;
    return channelOf('fresh');
  };
  const moving = createChats().move(session, 'tab');
  // The user opens another conversation in the side bar meanwhile.
  const other = channelOf('other');
  page.channel = other;
  gate.resolve();
  await moving;
  expect(page.channel === other || released.includes(other)).toBe(true);
});

test('a tab that is closed while the side bar opens closes its conversation', async () => {
  tabPages = [fakePage(moved)];
  const focused = new Deferred<void>();
  focusing = () => focused.promise;
  const moving = createChats().move(session, 'sideBar');
  closeTab(moved);
  expect(released).toEqual([moved]);
  sideBarPage = fakePage(channelOf('before'));
  focused.resolve();
  await moving;
  // A page of what is being closed would be dead.
  expect(sideBarPage.channel).not.toBe(moved);
});
