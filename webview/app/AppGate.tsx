import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { HostAction } from '../../src/contract/calls';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import type { ClosedGate } from '../late/cardRegistry';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import type { IconName } from '../ui/glyphs';
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
              'Claude can read files and run commands here. Trust this workspace to use Tandem. Until then, Tandem starts no process of any kind.',
            )}
          </p>
          <Choices actions={['manageTrust']} />
        </Card>
      );
    case 'noFolder':
      return (
        <Card icon="folder-opened" title={l10n.t('No folder is open')}>
          <p>{l10n.t('Open the folder that Claude may work in.')}</p>
          <Choices actions={['openFolder']} />
        </Card>
      );
    case 'noCli':
      return (
        <Card
          icon="terminal"
          title={
            gate.searched.length > 0 && !gate.isWrapper
              ? l10n.t('Install Claude Code')
              : l10n.t('Claude Code does not start')
          }
        >
          <p>{gate.message}</p>
          <Choices actions={[...remedies(gate), 'searchCliAgain', 'otherAgent']} />
          {gate.searched.length > 0 ? (
            <details class="gate-places">
              <summary>{l10n.t('Searched locations ({0})', gate.searched.length)}</summary>
              <ul>
                {gate.searched.map(place => (
                  <li key={place} dir="auto">
                    {place}
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </Card>
      );
    case 'programs':
      // Another list is another question, which must be read first.
      return <ProgramsGate key={gate.hash} gate={gate} />;
  }
}

/** Where nothing was searched, a setting names a program that does not start. */
function remedies({
  isWrapper,
  searched,
}: Extract<ClosedGate, { kind: 'noCli' }>): readonly HostAction[] {
  if (isWrapper) {
    return ['openWrapperSetting'];
  }
  return searched.length > 0
    ? ['installCli', 'choosePath']
    : ['choosePath', 'openSettings', 'installCli'];
}

interface CardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Card({ icon, title, children }: CardProps) {
  return (
    <section class="gate" aria-label={title}>
      <h1>
        <Icon name={icon} /> {title}
      </h1>
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
