import * as l10n from '@vscode/l10n';
import type { Item, Turn } from '../../src/contract/conversation';
import { LateCopyTurn, LateNoticeRow } from '../late/LateCards';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, useExpanded, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { CopyButton } from '../ui/CopyButton';
import { AskSlot } from './AskSlot';
import { TextBlock } from './TextBlock';
import { ThinkingBlock } from './ThinkingBlock';
import { Timestamp } from './Timestamp';
import { ToolSlot } from './ToolSlot';
import { UnknownRow } from './UnknownRow';

interface AgentMessageProps {
  readonly groupKey: string;
  readonly items: readonly Item[];
  readonly turn: Turn;
  readonly isOpen: boolean;
}

/** Most steps shown at once; in a longer message, the older ones wait behind a button. */
const mostSteps = 200;
const shownSteps = 120;

export function AgentMessage({ groupKey, items, turn, isOpen }: AgentMessageProps) {
  const { callHost } = useActions();
  const agentTitle = usePageState(agentTitleOf);
  const [showsAll, setShowsAll] = useExpanded(`steps:${groupKey}`);
  const hidden = showsAll || items.length <= mostSteps ? 0 : items.length - shownSteps;
  const shown = items.filter((item, index) => index >= hidden || isOpenAsk(item));
  const texts = items.flatMap(item =>
    item.kind === 'text' && item.text !== '' ? [item.text] : [],
  );
  const at = items.at(-1)?.at ?? turn.startedAt;
  return (
    <article class="message message-agent" aria-label={agentTitle} data-key={groupKey}>
      {hidden > 0 ? (
        <Button kind="link" onClick={() => setShowsAll(true)}>
          {l10n.t('Show {0} earlier steps', hidden)}
        </Button>
      ) : null}
      {shown.map(item => (
        <ItemView key={item.key} item={item} turn={turn} />
      ))}
      {isOpen ? null : (
        <div class="message-foot">
          <span class="message-tools">
            <Timestamp at={at} />
            {texts.length > 0 ? (
              <CopyButton
                label={l10n.t('Copy reply')}
                onCopy={() => callHost('clipboard.write', { text: texts.join('\n\n') })}
              />
            ) : null}
            <LateCopyTurn turnId={turn.id} />
          </span>
        </div>
      )}
    </article>
  );
}

function ItemView({ item, turn }: { readonly item: Item; readonly turn: Turn }) {
  switch (item.kind) {
    case 'text':
      return <TextBlock item={item} />;
    case 'thinking':
      return <ThinkingBlock item={item} />;
    case 'tool':
      return <ToolSlot item={item} turn={turn} />;
    case 'ask':
      return <AskSlot item={item} />;
    case 'notice':
      return <LateNoticeRow itemKey={item.key} notice={item.notice} />;
    case 'unknown':
      return <UnknownRow what={item.what} />;
    case 'prompt':
      return null;
  }
}

function isOpenAsk(item: Item): boolean {
  return item.kind === 'ask' && item.outcome === undefined;
}
