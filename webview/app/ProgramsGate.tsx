import * as l10n from '@vscode/l10n';
import type { Gate } from '../../src/contract/calls';
import { programKind, programsTitle } from '../../src/contract/labels/programKind';
import type { FolderProgram } from '../../src/contract/programs';
import { PromptButton } from '../prompts/PromptButton';
import { useArmed } from '../prompts/useArmed';
import { useActions } from '../store/pageContext';
import { EscapedText } from '../tools/parts/EscapedText';
import { Icon } from '../ui/Icon';

interface ProgramsGateProps {
  readonly gate: Extract<Gate, { kind: 'programs' }>;
}

/** Lists the programs that come with the folder, and asks whether they may run. */
export function ProgramsGate({ gate }: ProgramsGateProps) {
  const title = programsTitle();
  return (
    <section class="gate gate-programs" aria-label={title}>
      <h1>
        <Icon name="shield" /> {title}
      </h1>
      <p>
        {l10n.t(
          'Claude Code would run them, or work with fewer questions, because files in this folder say so:',
        )}{' '}
        <bdi>
          <EscapedText text={gate.cwd} />
        </bdi>
      </p>
      <ul class="gate-list" aria-label={l10n.t('Programs')}>
        {gate.programs.map((program, index) => (
          <Program key={index} program={program} />
        ))}
      </ul>
      <p>
        {l10n.t(
          'Without them, Claude Code also leaves out the other settings, commands and instructions of the folder. You are asked again when these files change.',
        )}
      </p>
      <Answers hash={gate.hash} />
    </section>
  );
}

function Program({ program: { kind, name, text, file } }: { readonly program: FolderProgram }) {
  return (
    <li>
      <div class="gate-program-name">
        {programKind(kind)}{' '}
        <bdi>
          <EscapedText text={name} />
        </bdi>{' '}
        <bdi class="gate-program-file">
          <EscapedText text={file} />
        </bdi>
      </div>
      {text === '' ? null : (
        <pre dir="ltr">
          <EscapedText text={text} />
        </pre>
      )}
    </li>
  );
}

function Answers({ hash }: { readonly hash: string }) {
  const { callHost } = useActions();
  const isArmed = useArmed();
  const answer = (given: 'allow' | 'decline') =>
    void callHost('programs.answer', { hash, answer: given });
  return (
    <div class="button-row">
      <PromptButton isPrimary isDisabled={!isArmed} onClick={() => answer('allow')}>
        {l10n.t('Allow')}
      </PromptButton>
      <PromptButton isDisabled={!isArmed} onClick={() => answer('decline')}>
        {l10n.t('Start Without Them')}
      </PromptButton>
    </div>
  );
}
