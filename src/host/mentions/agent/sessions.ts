import { realpath } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Item, Turn } from '../../../contract/conversation';
import { isSessionId, type SessionId } from '../../../contract/ids';
import type { ConversationSource } from '../../../core/export/conversationSource';
import { plainLine } from '../../../core/export/markdown/fences';
import { localTime } from '../../../core/export/markdown/times';
import { contextText, longestBlock } from '../rows/contextText';
import { limited } from '../rows/limited';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

const mostRows = 15;
/** Room for the note on what is left out. */
const room = longestBlock - 1_000;

export interface StoredConversation {
  readonly id: SessionId;
  readonly title: string;
  readonly cwd?: string;
  /** Time of the last message, milliseconds since 1970. */
  readonly at: number;
}

export interface SessionSourceOptions {
  /** Lists the stored conversations of all folders, newest first. */
  all(): Promise<readonly StoredConversation[]>;
  /** @returns undefined if the agent has not stored it */
  read(id: SessionId, cwd: string): Promise<ConversationSource | undefined>;
  open(id: SessionId): Promise<void>;
}

interface SessionAsker {
  readonly cwd: string;
  readonly record: { readonly sessionId: SessionId };
}

/** Stored conversations of the same folder, in prose. */
export function sessionSource(
  options: SessionSourceOptions,
): MentionSource<'session', SessionAsker> {
  return {
    kind: 'session',
    pace: 'slow',
    find: async (query, channel) => {
      const wanted = queryOf('session', query);
      if (wanted === undefined) {
        return [];
      }
      const own = await ofFolder(options, channel.cwd);
      const others = own.filter(({ id }) => id !== channel.record.sessionId);
      const searched = ({ title }: StoredConversation) => ({ label: title, also: 'session' });
      return rank(wanted, others, searched, mostRows).map(({ entry, matches }) => {
        const { id, title, at } = entry;
        return mentionRow(
          { kind: 'session', id, title: shown(title, 100) },
          {
            ...{ name: title, label: title, icon: 'comment-discussion', matches },
            detail: localTime(at),
            isAmbiguous: true,
          },
        );
      });
    },
    resolve: ({ id, title }, channel, signal) =>
      limited(signal, async within => {
        const stored = await required(options, id, title, channel.cwd);
        const source = await options.read(stored.id, stored.cwd ?? channel.cwd);
        if (!source) {
          throw gone(title);
        }
        const heading = l10n.t(
          'Conversation “{0}” of {1}',
          shown(stored.title, 100),
          localTime(stored.at),
        );
        const text = await prose(stored.title, source, within);
        return { text: heading, blocks: [contextText('session', heading, text, 'end')] };
      }),
    open: async ({ id, title }, channel) => {
      await options.open((await required(options, id, title, channel.cwd)).id);
    },
  };
}

/** @throws UserError `mention.gone` for a session of another folder, too */
async function required(
  options: SessionSourceOptions,
  id: string,
  title: string,
  cwd: string,
): Promise<StoredConversation> {
  const own = isSessionId(id) ? await ofFolder(options, cwd) : [];
  const found = own.find(one => one.id === id);
  if (!found) {
    throw gone(title);
  }
  return found;
}

function gone(title: string): UserError {
  return new UserError(
    'mention.gone',
    l10n.t('The conversation “{0}” is no longer stored. Remove its mention.', shown(title, 60)),
  );
}

async function ofFolder({ all }: SessionSourceOptions, cwd: string) {
  // The agent reports its folder with symbolic links resolved.
  const real = await realpath(cwd).catch(() => cwd);
  return (await all()).filter(one => one.cwd === cwd || one.cwd === real);
}

/**
 * Renders what was said, newest turns first until there is no more room. Calls of tools are left
 * out: their results may hold files that this conversation may not read.
 */
async function prose(
  title: string,
  source: ConversationSource,
  signal: AbortSignal,
): Promise<string> {
  const { turnMarkdown } = await import('../../../core/export/markdown/turnMarkdown');
  const { agentTitle } = source.facts;
  const form = { agentTitle, read: source.blob, time: localTime };
  const head = `# ${plainLine(title)}`;
  const kept: string[] = [];
  let length = head.length;
  let isCut = false;
  for await (const turn of source.turns) {
    signal.throwIfAborted();
    const text = await turnMarkdown(spoken(turn), form);
    kept.push(text);
    length += text.length;
    while (length > room && kept.length > 1) {
      length -= kept.shift()?.length ?? 0;
      isCut = true;
    }
  }
  const notes = [
    l10n.t('(Tool calls and their results are left out.)'),
    ...(isCut ? [l10n.t('(Older turns are left out.)')] : []),
  ];
  return [head, notes.join('\n'), ...kept.filter(text => text !== '')].join('\n\n');
}

/** Keeps messages, without what went with them. */
function spoken(turn: Turn): Turn {
  const items = turn.items.flatMap((item): Item[] => {
    switch (item.kind) {
      case 'prompt':
        return [{ ...item, images: [], context: [] }];
      case 'text':
        return item.parentToolId === undefined ? [item] : [];
      default:
        return [];
    }
  });
  return { ...turn, items };
}
