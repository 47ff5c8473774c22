import * as l10n from '@vscode/l10n';
import type { Item, Turn } from '../../src/contract/conversation';
import { placeOf } from '../../src/transcript/itemIndex';
import { LateCopyTurn, LateNoticeRow, LateThinkingBlock, LateUnknownRow } from '../late/LateCards';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, useExpanded, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { CopyButton } from '../ui/CopyButton';
import { AskSlot } from './AskSlot';
import { TextBlock } from './TextBlock';
import { Timestamp } from './Timestamp';
import { ToolSlot } from './ToolSlot';

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
  const asked = new Set(hidden > 0 ? turn.items.filter(isOpenAsk).map(callKey) : []);
  const shown = items.filter(
    (item, index) =>
      (index >= hidden || isOpenAsk(item) || asked.has(item.key)) && !isOnCard(turn, item),
  );
  const texts = items.flatMap(item =>
    item.kind === 'text' && item.text !== '' ? [item.text] : [],
  );
  const at = items.at(-1)?.at ?? turn.startedAt;
  return (
    <article class="message message-agent" aria-label={agentTitle} data-key={groupKey}>
      {hidden > 0 ? (
        <Button kind="link" onClick={() => setShowsAll(true)}>
          {l10n.t('Show {0} Earlier Steps', hidden)}
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
                label={l10n.t('Copy Reply')}
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
      return <LateThinkingBlock item={item} />;
    case 'tool':
      return <ToolSlot item={item} turn={turn} />;
    case 'ask':
      return <AskSlot item={item} />;
    case 'notice':
      return <LateNoticeRow itemKey={item.key} at={item.at} notice={item.notice} />;
    case 'unknown':
      return <LateUnknownRow what={item.what} />;
    case 'prompt':
      return null;
  }
}

/** Whether a prompt is drawn by the card of its call; one of a subagent is, once it is answered. */
function isOnCard({ items }: Turn, item: Item): boolean {
  const key = callKey(item);
  const place = key === undefined ? undefined : placeOf(items, key);
  const tool = place === undefined ? undefined : items[place];
  return tool?.kind === 'tool' && (!tool.call.parentToolId || !isOpenAsk(item));
}

/** @returns the key of the call that a prompt is about */
function callKey(item: Item): string | undefined {
  return item.kind === 'ask' && item.prompt.kind !== 'elicitation'
    ? `tool:${item.prompt.toolId}`
    : undefined;
}

function isOpenAsk(item: Item): boolean {
  return item.kind === 'ask' && item.outcome === undefined;
}
