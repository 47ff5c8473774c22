import * as l10n from '@vscode/l10n';
import type { ShellEnd, ShellLine } from '../../src/contract/shell';
import { howEnded } from '../store/howEnded';
import { useActions, usePageState } from '../store/pageContext';
import { IconButton } from '../ui/Button';
import { formatDuration } from '../ui/durations';
import { ShellRow } from './ShellRow';

/** Shell lines whose output goes with the next message; renders nothing without any. */
export function ShellLines() {
  const lines = usePageState(state => state.conversation.summary.shellLines);
  return lines ? (
    <div class="shell-lines">
      {lines.map(line => (
        <WaitingLine key={line.id} line={line} />
      ))}
    </div>
  ) : null;
}

function WaitingLine({ line }: { readonly line: ShellLine }) {
  const { call } = useActions();
  const { id, command, output, isCut, end, at } = line;
  return (
    <ShellRow id={`shell:${id}`} end={end ?? 'running'} {...{ command, output, isCut }}>
      <span class="shell-state quiet">{end ? endText(end, at) : l10n.t('Running')}</span>
      {end ? (
        <IconButton
          label={l10n.t('Remove {0}', command)}
          hint={l10n.t('Its output goes with the next message')}
          icon="close"
          onClick={() => void call('shell.remove', { id })}
        />
      ) : (
        <IconButton
          label={l10n.t('Stop {0}', command)}
          icon="debug-stop"
          onClick={() => void call('shell.stop', { id })}
        />
      )}
    </ShellRow>
  );
}

function endText(end: ShellEnd, at: number): string {
  const goes = l10n.t('goes with the next message');
  return [howEnded(end), formatDuration(end.at - at), goes].join(' · ');
}
