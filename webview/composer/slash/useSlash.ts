import * as l10n from '@vscode/l10n';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Choices } from '../../../src/contract/choices';
import { usePageState } from '../../store/pageContext';
import { isBusy } from '../../store/phases';
import type { MessageBox, TypedWord } from '../box/messageBox';
import type { DraftWriter } from '../suggestions/suggestingProps';
import type { Suggestions } from '../suggestions/suggestionRow';
import { grouped, groupHeading } from './commandGroup';
import { directCommand } from './directCommand';
import type { rankCommands } from './rankCommands';
import { type SlashCommand, slashCommands } from './slashCommands';
import { useRunCommand } from './useRunCommand';

interface SlashParts {
  readonly word: TypedWord | undefined;
  readonly keeper: DraftWriter;
  readonly box: Pick<MessageBox, 'replaceWord'>;
  readonly onSend: () => void;
}

/** Returns the list of commands while one is being typed. */
export function useSlash({ word, keeper, box, onSend }: SlashParts): Suggestions | undefined {
  const runCommand = useRunCommand();
  const choices = usePageState(state => state.conversation.summary.choices);
  const phase = usePageState(state => state.conversation.summary.agent.phase);
  const isTyped = word?.sign === '/';
  const rank = useRanking(isTyped);
  const commands = useMemo(() => (isTyped ? slashCommands(choices) : []), [isTyped, choices]);
  if (word?.sign === 'late/') {
    return lateCommand(word.query, choices);
  }
  if (!isTyped || !word) {
    return undefined;
  }
  const ranked = grouped(rank?.(commands, word.query) ?? [], word.query);
  const isWaiting = isBusy(phase);
  return {
    name: l10n.t('Commands'),
    isLoading: rank === undefined || phase === 'starting',
    emptyText: l10n.t('No command has this name. Enter sends it as text.'),
    rows: ranked.map(({ command, matches }) => ({
      key: command.name,
      label: `/${command.name}`,
      matches: matches.map(at => at + 1),
      detail: command.description,
      ...(command.argumentHint ? { hint: command.argumentHint } : {}),
      group: groupHeading(command.group, choices),
      ...(command.note ? { source: command.note } : {}),
      ...(command.runs === 'agent' && isWaiting ? { note: l10n.t('waits for its turn') } : {}),
    })),
    onTake: ({ key }, by) => {
      const command = commands.find(({ name }) => name === key);
      if (!command) {
        return false;
      }
      const direct = directCommand(`/${command.name}`, choices);
      if (direct) {
        keeper.change(old => ({ ...old, text: old.text.replace(/^\/\S*\s?/, '') }));
        runCommand(direct);
        return true;
      }
      if (by === 'Enter' && word.query === command.name) {
        // The word is complete: Enter sends it.
        return false;
      }
      box.replaceWord([`/${command.name}`]);
      if (by === 'Enter' && !command.argumentHint) {
        onSend();
      }
      return true;
    },
  };
}

/** Explains the name of a command inside a message; other words with a slash are paths. */
function lateCommand(name: string, choices: Choices): Suggestions | undefined {
  const isKnown = slashCommands(choices).some(command => command.name === name);
  return isKnown
    ? {
        name: l10n.t('Commands'),
        rows: [],
        emptyText: l10n.t('/{0} is only text here: commands run at the start of a message.', name),
        onTake: () => false,
      }
    : undefined;
}

type Rank = typeof rankCommands<SlashCommand>;

/** Loads the ranking with the first list. */
function useRanking(isNeeded: boolean): Rank | undefined {
  const [rank, setRank] = useState<{ readonly use: Rank }>();
  useEffect(() => {
    if (isNeeded && !rank) {
      void import('./rankCommands').then(({ rankCommands }) => setRank({ use: rankCommands }));
    }
  }, [isNeeded, rank]);
  return rank?.use;
}
