import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { filesText } from '../../../src/contract/labels/filesText';
import { useActions, useExpanded } from '../../store/pageContext';
import { IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { LineCounts, shortCount } from '../../ui/LineCounts';
import { useFocusHeir } from '../../ui/useFocusHeir';
import { FolderLabel } from '../FolderLabel';
import {
  roomOf,
  type StripFacts,
  stripLabel,
  tasksText,
  todosDone,
  useStripFacts,
} from './stripFacts';

/** Key under which the open strip is remembered, and id of its panel. */
export const stripKey = 'dock-strip';

/** Line about changes, to-dos, tasks and the folder; renders nothing without any. */
export function DockStrip() {
  const facts = useStripFacts();
  return (
    <>
      {facts ? <Strip facts={facts} /> : null}
      <FolderLabel />
    </>
  );
}

function Strip({ facts }: { readonly facts: StripFacts }) {
  const [isOpen, setOpen] = useExpanded(stripKey);
  const strip = useRef<HTMLDivElement>(null);
  useFocusHeir(strip, () => document.querySelector<HTMLElement>('.message-input'));
  const label = stripLabel(facts);
  return (
    <div ref={strip} class="strip">
      <button
        type="button"
        class="strip-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? stripKey : undefined}
        title={label}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <Facts {...facts} />
      </button>
      {facts.review ? <Decisions /> : null}
    </div>
  );
}

/** Each fact in words, or with an icon instead where there is little room. */
function Facts(facts: StripFacts) {
  const { review, todos, tasks } = facts;
  return (
    <>
      {review ? (
        <span class="strip-fact" data-room={roomOf(facts)}>
          <Icon name="diff-multiple" />
          <span class="strip-words">{filesText(review.files)}</span>
          <span class="strip-number" aria-hidden="true">
            {shortCount(review.files)}
          </span>{' '}
          <LineCounts added={review.added} removed={review.removed} />
        </span>
      ) : null}
      {todos.length > 0 ? (
        <span class="strip-fact">
          <Icon name="checklist" />
          <span class="strip-words">{l10n.t('To-dos {0}', todosDone(todos))}</span>
          <span class="strip-number" aria-hidden="true">
            {todosDone(todos)}
          </span>
        </span>
      ) : null}
      {tasks.length > 0 ? (
        <span class="strip-fact strip-tasks">
          <Icon name="loading" spin />
          <span class="strip-words">{tasksText(tasks.length)}</span>
          <span class="strip-number" aria-hidden="true">
            {tasks.length}
          </span>
        </span>
      ) : null}
    </>
  );
}

/** Buttons for all changes of the conversation; when they disappear, the message box is next. */
function Decisions() {
  const { call } = useActions();
  const buttons = useRef<HTMLSpanElement>(null);
  useFocusHeir(buttons, () => document.querySelector<HTMLElement>('.message-input'));
  return (
    <span ref={buttons} class="strip-buttons">
      <IconButton
        label={l10n.t('Review')}
        icon="diff-multiple"
        onClick={() => void call('review.open')}
      />
      <IconButton
        label={l10n.t('Keep Changes in All Files')}
        icon="check-all"
        onClick={() => void call('review.keep')}
      />
      <IconButton
        label={l10n.t('Undo Changes in All Files')}
        icon="discard"
        onClick={() => void call('review.undo')}
      />
    </span>
  );
}
