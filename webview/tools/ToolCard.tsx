import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { ToolItem } from '../../src/contract/conversation';
import type { ToolFamily } from '../../src/contract/tools';
import { useExpanded } from '../store/pageContext';
import { Icon } from '../ui/Icon';
import { viewOf } from './all';
import { CallRequest } from './CallRequest';
import { CardNotes } from './CardNotes';
import { CardStatus } from './CardStatus';
import { CardTask } from './CardTask';
import { DraftView } from './DraftView';
import { ownedItems } from './ownedItems';
import { ChangedFiles } from './parts/ChangedFiles';
import { Contents, Failure } from './parts/Contents';
import { EscapedText } from './parts/EscapedText';
import { TargetLink } from './parts/TargetLink';
import type { ToolProps, ToolView } from './parts/toolView';
import { type CallProps, RelatedUpdates } from './RelatedUpdates';

/** Card for a tool call: title, target and status, with request and result below. */
export function ToolCard({ item, turn }: CallProps) {
  const { call } = item;
  const renderCall = (inner: ToolItem) => <InnerCard key={inner.key} item={inner} turn={turn} />;
  return <Card {...{ item, turn, call, renderCall }} view={viewOf(call)} />;
}

/** Card for a subagent's call. */
class InnerCard extends RelatedUpdates {
  override render(props: CallProps) {
    return <ToolCard {...props} />;
  }
}

interface CardProps<F extends ToolFamily> extends Required<ToolProps<F>> {
  readonly view: ToolView<F>;
}

function Card<F extends ToolFamily>({ view, ...props }: CardProps<F>) {
  const { item, turn, call } = props;
  const bodyId = useId();
  const asks = ownedItems(turn, call.id).some(other => other.kind === 'ask' && !other.outcome);
  const hasBody = item.draft !== undefined || call.input !== undefined || call.content.length > 0;
  const [isExpanded, setExpanded] = useExpanded(item.key, !asks && startsOpen(view, props));
  const isOpen = hasBody && isExpanded;
  const name = call.target === undefined ? call.title : `${call.title} ${call.target}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div
      role="group"
      class="tool"
      aria-label={name}
      data-status={call.status}
      data-family={call.family}
      data-reveal={call.id}
    >
      <div class="tool-header">
        {hasBody ? (
          <button
            type="button"
            class="tool-toggle"
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={() => setExpanded(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            <Icon name={view.icon} />
            <span class="tool-title">
              <EscapedText text={call.title} />
            </span>
            <span class="sr-only">{` ${l10n.t('details')}`}</span>
          </button>
        ) : (
          <span class="tool-toggle">
            <Icon name={view.icon} />
            <span class="tool-title">
              <EscapedText text={call.title} />
            </span>
          </span>
        )}
        <Target view={view} {...props} />
        <span class="tool-end">
          <span class="tool-summary">
            {view.Summary === undefined ? null : <view.Summary {...props} />}
          </span>
          <CardStatus item={item} asks={asks} />
        </span>
      </div>
      <CardNotes item={item} />
      <CardTask item={item} />
      {isOpen ? (
        <div class="tool-body" id={bodyId}>
          <Body view={view} {...props} />
        </div>
      ) : null}
    </div>
  );
}

function Target<F extends ToolFamily>({ view, ...props }: CardProps<F>) {
  const { target } = props.call;
  if (target === undefined || target === '') {
    return null;
  }
  const place = view.clickTarget?.(props);
  const text = <EscapedText text={target} />;
  return (
    <span class="tool-target" title={target}>
      {place === undefined ? text : <TargetLink target={place}>{text}</TargetLink>}
    </span>
  );
}

function Body<F extends ToolFamily>({ view, ...props }: CardProps<F>) {
  const { call, item } = props;
  // Calls that failed before their input was parsed still show the streamed draft.
  const isWriting = call.input === undefined && item.draft !== undefined;
  return (
    <>
      {isWriting && item.draft ? <DraftView draft={item.draft} /> : null}
      <CallRequest {...props} />
      {view.Result !== undefined && call.status !== 'failed' && call.status !== 'denied' ? (
        <view.Result {...props} />
      ) : (
        <Contents contents={call.content} id={item.key} />
      )}
      <ChangedFiles {...{ call, item }} />
      {item.files?.map(({ path, detail, via }) =>
        detail === undefined || via === 'command' ? null : (
          <Failure key={path} text={detail} id={`${item.key}:file:${path}`} />
        ),
      )}
    </>
  );
}

function startsOpen<F extends ToolFamily>(view: ToolView<F>, props: ToolProps<F>): boolean {
  const { status } = props.call;
  return (
    status === 'failed' || props.item?.draft !== undefined || (view.startsOpen?.(props) ?? false)
  );
}
