import * as l10n from '@vscode/l10n';
import { lacks } from '../../../src/contract/agentFeatures';
import type { Choices } from '../../../src/contract/choices';
import { type OwnCommand, ownAliases } from '../../../src/contract/commands';
import { commandSourceText, ownCommandText } from '../../../src/contract/labels/commandText';
import {
  offeredCommands,
  ownCommandOf,
  terminalCommandsOf,
} from '../../../src/contract/offeredCommands';
import type { GroupKey } from './commandGroup';

/** Row of the list of commands. */
export interface SlashCommand {
  readonly name: string;
  readonly description: string;
  readonly aliases?: readonly string[];
  readonly argumentHint?: string;
  readonly group: GroupKey;
  /** Where it comes from, or where it runs, in a word. */
  readonly note?: string;
  /** `agent`: the word is completed; the others run as soon as they are chosen. */
  readonly runs: 'agent' | 'tandem' | 'terminal';
}

/**
 * Lists all commands, each name once: those of Tandem, those of the agent, and those that Claude
 * Code has for terminals only.
 */
export function slashCommands(choices: Choices): readonly SlashCommand[] {
  const inTerminal = new Set(terminalCommandsOf(choices));
  const own = offeredCommands(choices)
    .filter(name => ownCommandOf(name, choices) === name)
    .map(ownRow);
  // A word that opens a page of ours is not listed a second time.
  const theirs = choices.commands.filter(({ name }) => ownCommandOf(name, choices) === undefined);
  const reported = theirs.map(({ source, ...command }): SlashCommand => {
    const isTerminals = choices.terminalCommands?.includes(command.name) === true;
    const note = isTerminals ? terminalNote() : commandSourceText(source, choices);
    return {
      ...command,
      runs: isTerminals ? 'terminal' : 'agent',
      group: isTerminals ? 'terminal' : source,
      ...(note ? { note } : {}),
    };
  });
  const others = [...inTerminal].map(
    (name): SlashCommand => ({
      ...{ name, description: l10n.t('Opens Claude Code in a terminal'), note: terminalNote() },
      runs: 'terminal',
      group: 'terminal',
    }),
  );
  const aside: readonly SlashCommand[] = lacks(choices, 'sideQuestions')
    ? []
    : [
        {
          name: 'btw',
          description: l10n.t('Ask a question beside the conversation'),
          argumentHint: l10n.t('<question>'),
          runs: 'agent',
          group: 'tandem',
        },
      ];
  const rows = new Map<string, SlashCommand>();
  // The first of each name counts.
  for (const row of [...own, ...aside, ...reported, ...others]) {
    if (!rows.has(row.name)) rows.set(row.name, row);
  }
  return [...rows.values()];
}

function ownRow(name: OwnCommand): SlashCommand {
  const aliases = ownAliases[name];
  return {
    ...{ name, description: ownCommandText(name), runs: 'tandem', group: 'tandem' },
    ...(aliases ? { aliases } : {}),
  };
}

function terminalNote(): string {
  return l10n.t('Terminal');
}
