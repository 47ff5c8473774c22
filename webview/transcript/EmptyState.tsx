import * as l10n from '@vscode/l10n';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';

const examples = () => [
  l10n.t('Explain how this project is built'),
  l10n.t('Find the cause of a failing test'),
  l10n.t('Add a --json flag to the command line'),
];

/** Introduction before the first message. Clicking an example only fills the composer. */
export function EmptyState() {
  const actions = useActions();
  const agentTitle = usePageState(agentTitleOf);
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const cwd = usePageState(state => state.conversation.summary.cwd);
  // An agent that cannot run offers it in the status.
  const isOffered = usePageState(({ conversation }) =>
    conversation.summary.agent.actions?.includes('otherAgent'),
  );
  return (
    <div class="empty">
      <h2>{l10n.t('Ask {0} about this folder', agentTitle)}</h2>
      {cwd ? (
        <p class="quiet empty-folder" dir="auto">
          {cwd}
        </p>
      ) : null}
      <ul>
        {examples().map(text => (
          <li key={text}>
            <button
              type="button"
              class="example"
              onClick={() => actions.requestComposer({ kind: 'fill', text })}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      {isForeign ? null : (
        <p class="quiet">
          {l10n.t('In Manual mode you see each edit as a diff before a file is changed.')}
        </p>
      )}
      {isOffered ? null : (
        <p>
          <Button
            kind="link"
            onClick={() => void actions.callHost('host.act', { action: 'otherAgent' })}
          >
            {actionLabel('otherAgent')}
          </Button>
        </p>
      )}
    </div>
  );
}
