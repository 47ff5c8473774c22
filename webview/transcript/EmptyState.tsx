import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { PermissionMode } from '../../src/contract/content';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';

const examples = () => [
  l10n.t('What does this project do?'),
  l10n.t('Run the tests and fix what fails'),
  l10n.t('Review my uncommitted changes'),
];

/** Introduction before the first message. Clicking an example only fills the composer. */
export function EmptyState() {
  const actions = useActions();
  const agentTitle = usePageState(agentTitleOf);
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const cwd = usePageState(state => state.conversation.summary.cwd);
  const mode = usePageState(({ conversation: { summary } }) => {
    const { requested, mode: current } = summary.settings;
    return requested.mode ?? current;
  });
  // An agent that cannot run offers it in the status.
  const isOffered = usePageState(({ conversation }) =>
    conversation.summary.agent.actions?.includes('otherAgent'),
  );
  return (
    <div class="empty">
      <h2>{l10n.t('What should we work on?')}</h2>
      {cwd ? (
        <p class="quiet" dir="auto" title={cwd}>
          {/[^\\/]*$/.exec(cwd)?.[0] || cwd}
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
      <LastConversation />
      <p class="quiet">
        {isForeign ? l10n.t('{0} works in this folder.', agentTitle) : modeHint(mode, agentTitle)}{' '}
        {l10n.t('Type @ to add files and / for commands.')}
        {isForeign ? null : ` ${l10n.t('Shift+Tab changes the mode.')}`}
      </p>
      <p class="empty-links">
        {(isOffered ? (['getStarted'] as const) : (['getStarted', 'otherAgent'] as const)).map(
          action => (
            <Button
              key={action}
              kind="link"
              onClick={() => void actions.callHost('host.act', { action })}
            >
              {actionLabel(action)}
            </Button>
          ),
        )}
      </p>
    </div>
  );
}

/** Leads back to the latest conversation of the folder; nothing until the host has named it. */
function LastConversation() {
  const { lastTitle, callHost } = useActions();
  const [title, setTitle] = useState<string>();
  useEffect(() => void lastTitle().then(setTitle), [lastTitle]);
  return title === undefined ? null : (
    <p>
      <Button kind="link" onClick={() => void callHost('host.act', { action: 'continueLast' })}>
        <span dir="auto">{l10n.t('Continue: {0}', title)}</span>
      </Button>
    </p>
  );
}

function modeHint(mode: PermissionMode, agentTitle: string): string {
  switch (mode) {
    case 'default':
      return l10n.t('{0} asks before it edits files.', agentTitle);
    case 'acceptEdits':
      return l10n.t('{0} edits files; you review the changes afterwards.', agentTitle);
    case 'plan':
      return l10n.t('{0} only reads, and proposes a plan.', agentTitle);
    case 'auto':
      return l10n.t('{0} asks when an action is not clearly safe.', agentTitle);
    case 'dontAsk':
      return l10n.t('{0} does only what your rules allow.', agentTitle);
    case 'bypassPermissions':
      return l10n.t('{0} edits files and runs commands without asking.', agentTitle);
  }
}
