import * as l10n from '@vscode/l10n';
import { useLayoutEffect } from 'preact/hooks';
import { Composer } from '../composer/Composer';
import { LateQueueList } from '../composer/LateParts';
import { StatusRow } from '../composer/StatusRow';
import { LateDockPanels, LateDockStrip, LateGate } from '../late/LateCards';
import {
  type Page,
  PageContext,
  useActions,
  usePageState,
  usePageStore,
} from '../store/pageContext';
import { isNew, runsNow } from '../store/phases';
import { useSaveView } from '../store/useSaveView';
import { EmptyState } from '../transcript/EmptyState';
import { Transcript } from '../transcript/Transcript';
import { isComposing } from '../ui/isComposing';
import { LiveRegion } from '../ui/LiveRegion';
import { AppAlerts } from './AppAlerts';

interface AppProps {
  readonly page: Page;
  readonly loadEarlier: () => Promise<boolean>;
}

export function App({ page, loadEarlier }: AppProps) {
  return (
    <PageContext.Provider value={page}>
      <AppBody loadEarlier={loadEarlier} />
      <Announcements />
    </PageContext.Provider>
  );
}

function Announcements() {
  return <LiveRegion messages={usePageState(state => state.announcements)} />;
}

function AppBody({ loadEarlier }: Pick<AppProps, 'loadEarlier'>) {
  const gate = usePageState(state => state.gate);
  const isReady = usePageState(state => state.isReady);
  const channelId = usePageState(state => state.channelId);
  const generation = usePageState(state => state.generation);
  if (gate.kind !== 'open') {
    return (
      <main class="app">
        <LateGate gate={gate} />
        <AppAlerts />
      </main>
    );
  }
  if (!isReady || !channelId) {
    return (
      <main class="app">
        <p class="app-waiting" role="status">
          {isReady ? l10n.t('No conversation is open.') : l10n.t('Waiting for the extension…')}
        </p>
        <AppAlerts />
      </main>
    );
  }
  return <ChatPage key={generation} loadEarlier={loadEarlier} />;
}

function ChatPage({ loadEarlier }: Pick<AppProps, 'loadEarlier'>) {
  useStopOnEscape();
  return (
    <main class="app">
      <h1 class="sr-only">{l10n.t('Chat')}</h1>
      <ConversationView loadEarlier={loadEarlier} />
      <div class="dock">
        <AppAlerts />
        <LateDockPanels />
        <LateQueueList />
        <div class="dock-lines">
          <StatusRow />
          <LateDockStrip />
        </div>
        <Composer />
      </div>
    </main>
  );
}

function ConversationView({ loadEarlier }: Pick<AppProps, 'loadEarlier'>) {
  const conversation = usePageState(state => state.conversation);
  const anchor = usePageState(state => state.anchor);
  const reveal = usePageState(state => state.reveal);
  const sends = usePageState(state => state.sends);
  const actions = useActions();
  const saveAnchor = useSaveView();
  const { summary } = conversation;
  const isEmpty = summary.waiting.length === 0 && !summary.sending && !summary.shellLines;
  if (isNew(conversation) && isEmpty) {
    return (
      <div class="transcript">
        <div class="scroller" role="log" aria-label={l10n.t('Conversation')} aria-live="off">
          <EmptyState />
        </div>
      </div>
    );
  }
  return (
    <Transcript
      conversation={conversation}
      anchor={anchor}
      reveal={reveal}
      onReveal={actions.takeReveal}
      sends={sends}
      loadEarlier={loadEarlier}
      onAnchor={saveAnchor}
    />
  );
}

/** Stops the turn or the shell lines on Escape, unless a popup handles the key or another text field has focus. */
function useStopOnEscape(): void {
  const { call } = useActions();
  const store = usePageStore();
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) {
        return;
      }
      const inOtherField =
        event.target instanceof HTMLElement &&
        event.target.matches('input, select, textarea:not(.message-input)');
      // Reads the store on each key: the rendered state may lag behind the end of a turn.
      if (!inOtherField && runsNow(store.get().conversation.summary)) {
        event.preventDefault();
        void call('agent.stop');
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [call, store]);
}
