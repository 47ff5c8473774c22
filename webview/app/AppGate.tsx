import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { HostAction } from '../../src/contract/calls';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import type { ClosedGate } from '../late/cardRegistry';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ProgramsGate } from './ProgramsGate';

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
          <Choices actions={['manageTrust']} />
        </Card>
      );
    case 'noFolder':
      return (
        <Card icon="folder-opened" title={l10n.t('No folder is open')}>
          <p>{l10n.t('An agent works in a folder. Open the one that it may work in.')}</p>
          <Choices actions={['openFolder']} />
        </Card>
      );
    case 'noCli':
      return (
        <Card
          icon="terminal"
          title={
            gate.isWrapper
              ? l10n.t('Claude Code does not start')
              : l10n.t('Claude Code was not found')
          }
        >
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
            actions={
              gate.isWrapper
                ? ['openWrapperSetting', 'searchCliAgain', 'otherAgent']
                : ['installCli', 'choosePath', 'searchCliAgain', 'otherAgent']
            }
          />
        </Card>
      );
    case 'programs':
      // Another list is another question, which must be read first.
      return <ProgramsGate key={gate.hash} gate={gate} />;
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

function Choices({ actions }: { readonly actions: readonly HostAction[] }) {
  const { callHost } = useActions();
  return (
    <div class="button-row">
      {actions.map((action, index) => (
        <Button
          key={action}
          kind={index === 0 ? 'primary' : 'secondary'}
          onClick={() => void callHost('host.act', { action })}
        >
          {actionLabel(action)}
        </Button>
      ))}
      <Button kind="link" onClick={() => void callHost('host.act', { action: 'showLog' })}>
        {actionLabel('showLog')}
      </Button>
    </div>
  );
}
