import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { messageOf } from '../src/base/errors';
import type { HostEvents } from '../src/contract/calls';
import type { ChannelId } from '../src/contract/ids';
import type { Listeners } from '../src/contract/peer';
import './styles/page.css';
import { App } from './app/App';
import { removeFirstPicture } from './app/firstBox';
import { joinFirstBox } from './composer/joinFirstBox';
import { composerParts } from './composer/LateParts';
import { cards } from './late/cardRegistry';
import { createActions } from './store/actions';
import { Controller } from './store/controller';
import { followFontSizes } from './store/fontSizes';
import { connectHost, rememberChannel } from './store/hostConnection';
import { initialState } from './store/pageState';
import { createStore } from './store/store';
import { translate } from './translate';
import { keepSelectAll } from './ui/keepSelectAll';

// Starts loading now; the chunk has usually arrived before the host answers.
const lateChunk = Promise.all([import('./app/cardChunk'), loadLateStyles()]).then(
  ([chunk]) => chunk,
);
cards.provide(lateChunk);
composerParts.provide(lateChunk);

async function main(root: HTMLElement): Promise<void> {
  translate();
  keepSelectAll();
  const store = createStore(initialState);
  followFontSizes(store);
  // Filled before this task is over, and no message arrives earlier.
  const listeners: Listeners<HostEvents> = {};
  const { host, ready } = connectHost(listeners, text => controller.receiveMore(text));
  const actions = createActions(host, store);
  const controller = new Controller(host, store, actions);
  const loadEarlier = () => controller.loadEarlier();
  const loadFind = () =>
    import('./find/openFind').then(({ prepareFind }) =>
      prepareFind({ host, store, actions, loadEarlier }),
    );
  Object.assign(listeners, controller.listeners, {
    'find.open': ({ start }) =>
      void loadFind().then(
        open => open(start),
        error => actions.alert(messageOf(error)),
      ),
  } satisfies Listeners<HostEvents>);
  let remembered: ChannelId | undefined;
  store.subscribe(() => {
    const { channelId } = store.get();
    if (channelId && channelId !== remembered) {
      remembered = channelId;
      rememberChannel(channelId);
    }
  });
  tellOfUse(() => void actions.focused());
  try {
    await ready(init => controller.start(init));
  } catch (error) {
    actions.alert(l10n.t('The conversation could not be opened: {0}', messageOf(error)));
  }
  window.addEventListener('focus', () => void actions.focusChanged(true));
  window.addEventListener('blur', () => void actions.focusChanged(false));
  if (document.hasFocus()) {
    void actions.focused();
    void actions.focusChanged(true);
  }
  await loadedOrLate(lateChunk);
  const first = await removeFirstPicture(root);
  if (first) {
    joinFirstBox(store, first, (channelId, draft) => {
      void actions.save('draft.save', { channelId, draft, returned: store.get().returned });
    });
  }
  render(<App page={{ store, actions }} loadEarlier={loadEarlier} />, root);
  // Without the chunk, there is nothing to warm up.
  void lateChunk.then(
    ({ warmUp }) => requestIdleCallback(() => warmUp(actions, loadFind)),
    () => undefined,
  );
  // Without a conversation, too, since the host may show one later.
  void actions.started();
}

/**
 * Milliseconds to wait for the late chunk once the host has answered. The first picture takes text
 * meanwhile, and a conversation that is drawn without its cards jumps when they come.
 */
const patience = 500;

/** Resolves when the parts are there or have failed, or when they take too long. */
function loadedOrLate(parts: Promise<unknown>): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, patience);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    parts.then(end, end);
  });
}

/** Loads the styles of the late chunk. Resolves without them, too: unstyled cards can be read. */
function loadLateStyles(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('late.css', import.meta.url).href;
  return new Promise(resolve => {
    link.onload = () => resolve();
    link.onerror = () => resolve();
    document.head.append(link);
  });
}

/**
 * Calls `tell` once each time the user starts to use the page. Focus alone proves nothing: when the
 * command palette closes, it focuses the chat in the active editor, wherever it was opened.
 */
function tellOfUse(tell: () => void): void {
  let isTold = false;
  const handleUse = () => {
    if (!isTold) {
      isTold = true;
      tell();
    }
  };
  window.addEventListener('pointerdown', handleUse, { capture: true });
  window.addEventListener('keydown', handleUse, { capture: true });
  window.addEventListener('blur', () => {
    isTold = false;
  });
}

const root = document.getElementById('root');
if (root) {
  void main(root);
}
