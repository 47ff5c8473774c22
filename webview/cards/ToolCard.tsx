import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ToolItem } from '../../src/contract/conversation';
import type { PromptId } from '../../src/contract/ids';
import type { ToolCall, ToolFamily } from '../../src/contract/tools';
import { isTodoCall } from '../../src/transcript/todoCalls';
import { OutcomeBadge } from '../prompts/AnsweredRow';
import { type Outcome, outcomeOf } from '../prompts/promptOutcome';
import { type CallAsk, RequestCard } from '../prompts/RequestCard';
import { useAnswer } from '../prompts/useAnswer';
import { useExpanded, usePageStore } from '../store/pageContext';
import type { PageState } from '../store/pageState';
import { viewOf } from '../tools/all';
import { CardBody } from '../tools/CardBody';
import { CardNotes } from '../tools/CardNotes';
import { CardStatus } from '../tools/CardStatus';
import { CardTask } from '../tools/CardTask';
import { askAbout, isBehind } from '../tools/ownedItems';
import { EscapedText } from '../tools/parts/EscapedText';
import { TargetLink } from '../tools/parts/TargetLink';
import type { ToolProps, ToolView } from '../tools/parts/toolView';
import { type CallProps, RelatedUpdates } from '../tools/RelatedUpdates';
import { TodoLine } from '../tools/TodoLine';
import { todoCallsWith } from '../tools/todoCalls';
import { Icon } from '../ui/Icon';

/**
 * Card for a tool call: title, target and status, with request and result below. While a prompt
 * about the call waits, the card is the request. All to-do updates of a turn share one line.
 */
export function ToolCard({ item, turn }: CallProps) {
  const { call } = item;
  const ask = askAbout(turn, call.id);
  if (isTodoCall(item) && ask === undefined) {
    const calls = todoCallsWith(turn, item);
    return calls[0] === item ? <TodoLine calls={calls} turn={turn} /> : null;
  }
  // A subagent's card may be folded, so what it asks has a card of its own.
  return ask && call.parentToolId === undefined ? (
    <AskedCard item={item} turn={turn} ask={ask} />
  ) : (
    <PlainCard item={item} turn={turn} {...(ask ? { ask } : {})} />
  );
}

/** Card for a subagent's call. */
class InnerCard extends RelatedUpdates {
  override render(props: CallProps) {
    return <ToolCard {...props} />;
  }
}

function AskedCard({ ask, item, turn }: CallProps & { readonly ask: CallAsk }) {
  const answering = useAnswer(ask.prompt, ask.outcome);
  const outcome = outcomeOf(ask.prompt, ask.outcome, answering.sentAnswer);
  return outcome === undefined ? (
    <Frame item={item} kind={ask.prompt.kind}>
      <RequestCard ask={ask} answering={answering} />
    </Frame>
  ) : (
    <PlainCard item={item} turn={turn} ask={ask} outcome={outcome} />
  );
}

interface PlainCardProps extends CallProps {
  /** Prompt about the call, on another card or answered. */
  readonly ask?: CallAsk;
  readonly outcome?: Outcome;
}

function PlainCard({ item, turn, ask, outcome }: PlainCardProps) {
  const { call } = item;
  const renderCall = (inner: ToolItem) => <InnerCard key={inner.key} item={inner} turn={turn} />;
  const known = outcome ?? (ask && outcomeOf(ask.prompt, ask.outcome, undefined));
  return (
    <Card
      {...{ item, turn, call, renderCall }}
      proposed={ask?.prompt.kind === 'permission' ? ask.prompt.change : undefined}
      view={viewOf(call)}
      asks={ask !== undefined && known === undefined}
      answered={known && ask?.prompt.id}
      outcome={known}
    />
  );
}

interface FrameProps {
  readonly item: ToolItem;
  /** Kind of the prompt that waits. */
  readonly kind?: CallAsk['prompt']['kind'];
  readonly children: ComponentChildren;
}

function Frame({ item: { call }, kind, children }: FrameProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div
      role="group"
      class={kind === undefined ? 'tool' : 'tool request'}
      aria-label={call.target === undefined ? call.title : `${call.title} ${call.target}`}
      data-status={call.status}
      data-family={call.family}
      data-kind={kind}
      data-reveal={call.id}
    >
      {children}
    </div>
  );
}

interface CardProps<F extends ToolFamily> extends Required<ToolProps<F>> {
  readonly view: ToolView<F>;
  /** True if a prompt about this call waits on another card. */
  readonly asks: boolean;
  /** Prompt about this call that was answered on this card: whoever looks for it is led here. */
  readonly answered: PromptId | undefined;
  readonly outcome: Outcome | undefined;
}

function Card<F extends ToolFamily>({ view, asks, answered, outcome, ...props }: CardProps<F>) {
  const { item, call } = props;
  const bodyId = useId();
  const hasBody = hasDetails(view, props);
  const [isExpanded, setExpanded] = useExpanded(item.key, startsOpen(view, props));
  const store = usePageStore();
  const isOpen = hasBody && isExpanded;
  const target = view.shownTarget ? view.shownTarget(props, isOpen) : call.target;
  const heading = view.heading?.(props);
  const title = (
    <>
      <Icon name={view.icon} />
      <span class={isQuietTitle(call.family, target) ? 'sr-only' : 'tool-title'}>
        {heading ?? <EscapedText text={call.title} />}
      </span>
    </>
  );
  return (
    <Frame item={item}>
      <div class="tool-header" data-reveal={answered}>
        {hasBody ? (
          <button
            type="button"
            class="tool-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={() => setExpanded(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            {title}
            <span class="sr-only">{` ${l10n.t('Details')}`}</span>
          </button>
        ) : (
          <span class="tool-toggle">
            <Icon name="blank" />
            {title}
          </span>
        )}
        <Target {...props} view={view} text={target} />
        <span class="tool-end">
          <span class="tool-summary">
            {view.Summary === undefined ? null : <view.Summary {...props} />}
          </span>
          {outcome === undefined || isPlainAnswer(outcome) ? null : (
            <OutcomeBadge outcome={outcome} />
          )}
          <CardStatus
            {...{ item, asks }}
            isBehind={isBehind(props.turn, call.id) && runsInOrder(store.get())}
            isSaid={saysEnd(outcome, call)}
          />
        </span>
      </div>
      <CardNotes item={item} />
      <CardTask item={item} />
      {isOpen ? (
        <div class="tool-body" id={bodyId}>
          <CardBody view={view} {...props} />
        </div>
      ) : null}
    </Frame>
  );
}

/** ACP does not say in which order an agent runs its calls. */
function runsInOrder({ conversation }: PageState): boolean {
  return conversation.summary.choices.foreign === undefined;
}

/** A command says by itself that it is one. */
function isQuietTitle(family: ToolFamily, target: string | undefined): boolean {
  return family === 'bash' && target !== undefined;
}

/** The answers stand on the card. */
function isPlainAnswer({ kind }: Outcome): boolean {
  return kind === 'answered';
}

interface TargetProps<F extends ToolFamily> extends Required<ToolProps<F>> {
  readonly view: ToolView<F>;
  readonly text: string | undefined;
}

function Target<F extends ToolFamily>({ view, text, ...props }: TargetProps<F>) {
  if (text === undefined || text === '') {
    return null;
  }
  const place = view.clickTarget?.(props);
  const shown = <EscapedText text={text} />;
  const { target } = props.call;
  return (
    <span class="tool-target" data-own={text === target ? '' : undefined} title={target}>
      {place === undefined ? shown : <TargetLink target={place}>{shown}</TargetLink>}
    </span>
  );
}

function hasDetails<F extends ToolFamily>(
  view: ToolView<F>,
  props: Required<ToolProps<F>>,
): boolean {
  const { item, call } = props;
  const isPlain = call.status === 'done' && view.isOneLine?.(props) === true;
  return (
    !isPlain && (item.draft !== undefined || call.input !== undefined || call.content.length > 0)
  );
}

/** Whether the badge of an answer says how the call ended, so that its status need not. */
function saysEnd(outcome: Outcome | undefined, { status }: ToolCall): boolean {
  const isCanceled = outcome?.kind === 'withdrawn' || outcome?.kind === 'cancelled';
  return outcome?.kind === 'denied' || (isCanceled && status === 'interrupted');
}

function startsOpen<F extends ToolFamily>(view: ToolView<F>, props: ToolProps<F>): boolean {
  const { status, content } = props.call;
  if (status === 'denied') {
    return content.length > 0;
  }
  return (
    status === 'failed' || props.item?.draft !== undefined || (view.startsOpen?.(props) ?? false)
  );
}
