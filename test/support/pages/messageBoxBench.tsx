import { render } from 'preact';
import type { ChannelId } from '../../../src/contract/ids';
import { Composer } from '../../../webview/composer/Composer';
import { createActions } from '../../../webview/store/actions';
import type { HostPort } from '../../../webview/store/hostConnection';
import { PageContext } from '../../../webview/store/pageContext';
import { initialState } from '../../../webview/store/pageState';
import { createStore } from '../../../webview/store/store';

const root = document.getElementById('root') as HTMLElement;
/** A host that takes everything and says nothing. */
const host: HostPort = { call: () => new Promise(() => undefined) };

/** The composer as it is in the page, with a draft. */
function showComposer(text: string): void {
  const store = createStore({
    ...initialState,
    channelId: 'bench' as ChannelId,
    draft: { text, images: [] },
  });
  const page = { store, actions: createActions(host, store) };
  render(
    <PageContext.Provider value={page}>
      <Composer />
    </PageContext.Provider>,
    root,
  );
}

/** A text field with the same style and nothing behind it. */
function showBare(text: string): void {
  render(
    <div class="composer">
      <textarea class="message-input bare" rows={1} spellcheck defaultValue={text} />
    </div>,
    root,
  );
}

const afterFrame = new MessageChannel();
let pressedAt: number | undefined;
let onPainted: (ms: number) => void = () => undefined;
let painted = Promise.resolve(0);
afterFrame.port1.onmessage = () => {
  if (pressedAt !== undefined) {
    onPainted(performance.now() - pressedAt);
    pressedAt = undefined;
  }
};
document.addEventListener(
  'keydown',
  () => {
    pressedAt = performance.now();
    requestAnimationFrame(() => afterFrame.port2.postMessage(undefined));
  },
  true,
);

export interface MessageBoxBench {
  show(kind: 'bare' | 'composer', text: string): void;
  /** Called before a key. */
  arm(): void;
  /** Returns the ms from that key to the end of the frame that shows it. */
  painted(): Promise<number>;
}

declare global {
  interface Window {
    messageBox: MessageBoxBench;
  }
}

window.messageBox = {
  show: (kind, text) => {
    render(null, root);
    (kind === 'bare' ? showBare : showComposer)(text);
  },
  arm: () => {
    painted = new Promise(resolve => {
      onPainted = resolve;
    });
  },
  painted: () => painted,
};
