import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { HostAction } from '../../src/contract/calls';
import type { ClosedGate } from '../late/cardRegistry';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** Explains why no conversation can be shown and offers the actions that resolve it. */
export function AppGate({ gate }: { readonly gate: ClosedGate }) {
  switch (gate.kind) {
    case 'untrusted':
      return (
        <Card icon="workspace-untrusted" title={l10n.t('This workspace is not trusted')}>
          <p>
            {l10n.t(
              'An agent reads files, runs programs and follows settings of the folder. Until you trust this workspace, Tandem starts no process of any kind.',
            )}
          </p>
          <Choices choices={[['manageTrust', l10n.t('Manage Trust')]]} />
        </Card>
      );
    case 'noFolder':
      return (
        <Card icon="folder-opened" title={l10n.t('No folder is open')}>
          <p>{l10n.t('An agent works in a folder. Open the one that it may work in.')}</p>
          <Choices choices={[['openFolder', l10n.t('Open Folder')]]} />
        </Card>
      );
    case 'noCli':
      return (
        <Card icon="terminal" title={l10n.t('Claude Code was not found')}>
          <p>{gate.message}</p>
          {gate.searched.length > 0 ? (
            <>
              <p>{l10n.t('Searched:')}</p>
              <ul class="gate-places">
                {gate.searched.map(place => (
                  <li key={place} dir="auto">
                    {place}
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          <Choices
            choices={[
              ['installCli', l10n.t('Install')],
              ['choosePath', l10n.t('Choose Path')],
              ['searchCliAgain', l10n.t('Search Again')],
            ]}
          />
        </Card>
      );
  }
}

interface CardProps {
  readonly icon: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Card({ icon, title, children }: CardProps) {
  return (
    <section class="gate" aria-label={title}>
      <h2>
        <Icon name={icon} /> {title}
      </h2>
      {children}
    </section>
  );
}

function Choices({ choices }: { readonly choices: readonly (readonly [HostAction, string])[] }) {
  const actions = useActions();
  return (
    <div class="button-row">
      {choices.map(([action, label], index) => (
        <Button
          key={action}
          kind={index === 0 ? 'primary' : 'secondary'}
          onClick={() => void actions.hostAct(action)}
        >
          {label}
        </Button>
      ))}
      <Button kind="link" onClick={() => void actions.hostAct('showLog')}>
        {l10n.t('Show Log')}
      </Button>
    </div>
  );
}
