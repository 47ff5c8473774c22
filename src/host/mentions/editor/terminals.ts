import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { SeenCommand } from '../../agentTools/run/commandLog';
import { contextText, longestBlock } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

const mostRows = 20;

/** Terminal that is open in the editor. */
export interface OpenTerminal {
  /** Unique in this window, and never given again. */
  readonly id: string;
  readonly name: string;
  readonly hasShellIntegration: boolean;
  /** Last command that was seen in it, when its output has been read. */
  lastCommand(): Promise<SeenCommand | undefined>;
  show(): void;
}

/** Open terminals: the last command, its output and its exit code. */
export function terminalSource(
  terminals: () => readonly OpenTerminal[],
): MentionSource<'terminal', unknown> {
  const get = (id: string, name: string): OpenTerminal => {
    const found = terminals().find(one => one.id === id);
    if (!found) {
      throw new UserError(
        'mention.gone',
        l10n.t('The terminal “{0}” is closed. Remove its mention.', shown(name, 60)),
      );
    }
    return found;
  };
  return {
    kind: 'terminal',
    pace: 'fast',
    find: async query => {
      const wanted = queryOf('terminal', query);
      if (wanted === undefined) {
        return [];
      }
      const all = terminals();
      const labelOf = ({ name }: OpenTerminal) => name || l10n.t('Terminal');
      const searched = (one: OpenTerminal) => ({ label: labelOf(one), also: 'terminal' });
      return rank(wanted, all, searched, mostRows).map(({ entry, matches }) =>
        mentionRow(
          { kind: 'terminal', id: entry.id, name: shown(labelOf(entry), 60) },
          {
            ...{ name: labelOf(entry), label: labelOf(entry), icon: 'terminal', matches },
            detail: entry.hasShellIntegration
              ? l10n.t('Terminal')
              : l10n.t('Terminal without shell integration'),
            isAmbiguous: all.filter(({ name }) => name === entry.name).length > 1,
          },
        ),
      );
    },
    resolve: ({ id, name }, _channel, signal) =>
      limited(signal, async () => {
        const terminal = get(id, name);
        const title = l10n.t('Terminal “{0}”', shown(name, 60));
        const text = commandText(await terminal.lastCommand(), terminal.hasShellIntegration);
        return { text: title, blocks: [contextText('terminal', title, text, 'end')] };
      }),
    open: async ({ id, name }) => get(id, name).show(),
  };
}

function commandText(command: SeenCommand | undefined, hasShellIntegration: boolean): string {
  if (!command) {
    return hasShellIntegration
      ? l10n.t('(No command was seen in this terminal since Tandem was started.)')
      : l10n.t(
          '(This terminal has no shell integration, so its commands and output are not known.)',
        );
  }
  const { command: line, cwd, isRunning, exitCode, output, isCut } = command;
  const state = isRunning
    ? l10n.t('still running')
    : exitCode === undefined
      ? l10n.t('ended')
      : l10n.t('exit code {0}', String(exitCode));
  // A long command line must not push its output out of the block.
  const head = [
    `$ ${line.length > 10_000 ? `${line.slice(0, 10_000)}…` : line}`,
    ...(cwd === undefined ? [] : [l10n.t('Folder: {0}', cwd)]),
    l10n.t('State: {0}', state),
    ...(isCut || output.length > longestBlock / 2
      ? [l10n.t('(The beginning of the output is left out.)')]
      : []),
  ];
  const rest = output.slice(-longestBlock / 2);
  return [...head, '', rest === '' ? l10n.t('(No output was seen.)') : rest].join('\n');
}
