import { render } from 'preact';
import type { ChannelId } from '../../../src/contract/ids';
import type { MentionList } from '../../../src/contract/mentions';
import { Composer } from '../../../webview/composer/Composer';
import { composerParts } from '../../../webview/composer/LateParts';
import { createActions } from '../../../webview/store/actions';
import type { HostPort } from '../../../webview/store/hostConnection';
import { PageContext } from '../../../webview/store/pageContext';
import { initialState } from '../../../webview/store/pageState';
import { createStore } from '../../../webview/store/store';

const root = document.getElementById('root') as HTMLElement;
/** A host that takes everything, and answers nothing but what can be mentioned. */
const host = {
  call: async (method: string, params: unknown) => {
    if (method !== 'mentions.find' || !window.findMentions) {
      return new Promise(() => undefined);
    }
    const answer = await window.findMentions(params);
    // The list is drawn before the next frame.
    requestAnimationFrame(() => afterFrame.port2.postMessage('list'));
    return answer;
  },
} as HostPort;

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
/** Frame that is waited for: the one after the key, or the one with the list. */
let awaited: 'key' | 'list' = 'key';
let pressedAt: number | undefined;
let onPainted: (ms: number) => void = () => undefined;
let painted = Promise.resolve(0);
afterFrame.port1.onmessage = ({ data }: MessageEvent<'key' | 'list'>) => {
  if (pressedAt !== undefined && data === awaited) {
    onPainted(performance.now() - pressedAt);
    pressedAt = undefined;
  }
};
document.addEventListener(
  'keydown',
  () => {
    pressedAt = performance.now();
    requestAnimationFrame(() => afterFrame.port2.postMessage('key'));
  },
  true,
);

export interface MessageBoxBench {
  show(kind: 'bare' | 'composer', text: string): void;
  /** Loads the lists, which the page loads late. */
  loadLists(): void;
  /** Called before a key. */
  arm(frame?: 'key' | 'list'): void;
  /** Returns the ms from that key to the end of the frame that shows it, or its list. */
  painted(): Promise<number>;
}

declare global {
  interface Window {
    messageBox: MessageBoxBench;
    /** Defined by a benchmark that opens the list of mentions. */
    findMentions?: (params: unknown) => Promise<MentionList>;
  }
}

window.messageBox = {
  show: (kind, text) => {
    render(null, root);
    (kind === 'bare' ? showBare : showComposer)(text);
  },
  loadLists: () => composerParts.provide(import('../../../webview/app/cardChunk')),
  arm: (frame = 'key') => {
    awaited = frame;
    painted = new Promise(resolve => {
      onPainted = resolve;
    });
  },
  painted: () => painted,
};
