import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MentionItem, MentionList } from '../../../src/contract/mentions';
import { useActions } from '../../store/pageContext';
import { chipIcons } from '../../ui/chipName';
import { isIcon } from '../../ui/glyphs';
import type { MessageBox, TypedWord } from '../box/messageBox';
import type { SuggestionRow, Suggestions } from '../suggestions/suggestionRow';
import { kindGroup } from './kindGroup';

interface MentionParts {
  readonly word: TypedWord | undefined;
  readonly box: Pick<MessageBox, 'replaceWord'>;
}

/** Returns the list of what can be mentioned while a word with `@` is being typed. */
export function useMentions({ word, box }: MentionParts): Suggestions | undefined {
  const query = word?.sign === '@' ? word.query : undefined;
  const [round, setRound] = useState(0);
  const { list, isLoading, isStale } = useFound(query, round);
  if (query === undefined || (query !== '' && isOver(query, list, isLoading))) {
    return undefined;
  }
  const rows = list.items.map((item, index) => toRow(item, index));
  const { error, note } = list;
  return {
    name: l10n.t('Mentions'),
    rows: error === undefined ? rows : [...rows, retryRow(error)],
    ...{ isLoading, isStale },
    hasPlaces: true,
    emptyText:
      query === ''
        ? l10n.t('Type part of a name to find files, symbols, changes and more')
        : l10n.t('Nothing matches'),
    ...(note === undefined ? {} : { footnote: note }),
    onTake: ({ key }) => {
      if (key === retry) {
        setRound(round + 1);
        return true;
      }
      const item = list.items[Number(key)];
      if (!item) {
        return false;
      }
      box.replaceWord([item.mention]);
      return true;
    },
  };
}

const retry = 'retry';

function retryRow(error: string): SuggestionRow {
  return { key: retry, label: l10n.t('Search Again'), icon: 'refresh', detail: error };
}

/** A long word that nothing matches is no mention: the list would only be in the way. */
function isOver(query: string, { items }: MentionList, isLoading: boolean): boolean {
  return !isLoading && items.length === 0 && /\s|.{40}/.test(query);
}

function toRow(
  { mention, detail, icon, matches, group }: MentionItem,
  index: number,
): SuggestionRow {
  const { kind } = mention.target;
  return {
    key: String(index),
    label: mention.label,
    icon: isIcon(icon) ? icon : chipIcons[kind],
    group: group === 'open' ? l10n.t('Open editors') : kindGroup(kind),
    ...(matches ? { matches } : {}),
    ...(detail ? { detail } : {}),
    ...(kind === 'file' || kind === 'folder' ? { isPath: true as const } : {}),
    ...(kind === 'changes' || kind === 'problems' ? { isLongPath: true as const } : {}),
  };
}

const nothing: MentionList = { items: [], isPartial: false };

interface Found {
  readonly list: MentionList;
  readonly isLoading: boolean;
  /** Word that the list answers. */
  readonly query?: string | undefined;
}

/** Asks the host for one word at a time: while it searches, only the newest word waits. */
function useFound(query: string | undefined, round: number) {
  const { findMentions } = useActions();
  const [state, setState] = useState<Found>({ list: nothing, isLoading: false });
  const wanted = useRef<string>(undefined);
  const isAsking = useRef(false);
  useEffect(() => {
    wanted.current = query;
    if (query === undefined) {
      setState({ list: nothing, isLoading: false });
      return;
    }
    setState(old => ({ ...old, isLoading: true }));
    const ask = async () => {
      isAsking.current = true;
      try {
        for (let asked: string | undefined; asked !== wanted.current; ) {
          asked = wanted.current;
          if (asked === undefined) return;
          const fast = await findMentions(asked, 'fast');
          if (asked !== wanted.current) continue;
          setState({ list: fast, isLoading: fast.isPartial, query: asked });
          if (!fast.isPartial) continue;
          const all = await findMentions(asked, 'all');
          if (asked === wanted.current) setState({ list: all, isLoading: false, query: asked });
        }
      } catch {
        const error = l10n.t('The search has failed.');
        setState({ list: { ...nothing, error }, isLoading: false, query: wanted.current });
      } finally {
        isAsking.current = false;
      }
    };
    if (!isAsking.current) void ask();
  }, [query, round]);
  return { ...state, isStale: query !== state.query };
}
