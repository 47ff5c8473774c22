import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SideQuestion } from '../../src/contract/sideQuestions';
import { FeedbackBox } from '../prompts/FeedbackBox';
import { useActions, useExpanded, usePageState } from '../store/pageContext';
import { AgentText } from '../transcript/AgentText';
import { IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** Questions beside the conversation and their answers; renders nothing without any. */
export function SideQuestions() {
  const questions = usePageState(state => state.conversation.summary.sideQuestions);
  const newest = questions?.at(-1);
  return questions && newest ? <Panel questions={questions} newest={newest} /> : null;
}

interface PanelProps {
  readonly questions: readonly SideQuestion[];
  readonly newest: SideQuestion;
}

function Panel({ questions, newest }: PanelProps) {
  const { call } = useActions();
  // A new question opens the panel again.
  const [isOpen, setOpen] = useExpanded(`side:${newest.id}`, true);
  const [followUp, setFollowUp] = useState('');
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [questions, isOpen]);
  const ask = () => {
    if (followUp.trim() !== '') {
      void call('side.ask', { question: followUp, follows: newest.id });
      setFollowUp('');
    }
  };
  return (
    <section class="side-questions" aria-label={l10n.t('Side Questions')}>
      <header class="side-head">
        <button
          type="button"
          class="side-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          {l10n.t('Side Questions')}
        </button>
        <span class="quiet side-note">{l10n.t('Not part of the conversation')}</span>
        <IconButton
          label={l10n.t('Clear Side Questions')}
          icon="clear-all"
          onClick={() => void call('side.clear')}
        />
      </header>
      {isOpen ? (
        <>
          <ol ref={list} class="side-list">
            {questions.map(one => (
              <Exchange key={one.id} exchange={one} />
            ))}
          </ol>
          <FeedbackBox
            label={l10n.t('Follow up')}
            value={followUp}
            onInput={setFollowUp}
            onEnter={ask}
          />
        </>
      ) : null}
    </section>
  );
}

function Exchange({ exchange }: { readonly exchange: SideQuestion }) {
  const { question, answer, error } = exchange;
  return (
    <li>
      <p class="side-asked" dir="auto">
        {question}
      </p>
      {answer === undefined ? null : <AgentText text={answer} isStreaming={false} />}
      {error === undefined ? null : <p class="side-error">{error}</p>}
      {answer === undefined && error === undefined ? (
        <p class="quiet" role="status">
          <Icon name="loading" spin /> {l10n.t('Asking…')}
        </p>
      ) : null}
    </li>
  );
}
