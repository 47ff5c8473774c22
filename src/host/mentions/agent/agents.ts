import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Channel } from '../../../core/conversation/channel';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

const mostRows = 20;
/** Names that every version of the CLI expands behind `@agent-`. */
const plainName = /^[A-Za-z0-9_:.-]{1,200}$/;
/** Names that can be told from the words around them. */
const quotableName = /^[^"\p{Cc}\p{Zl}\p{Zp}]{1,200}$/u;

/** Subagents of the CLI, which expands their mentions itself. */
export function agentSource(): MentionSource<'agent', Pick<Channel, 'conversation'>> {
  return {
    kind: 'agent',
    pace: 'fast',
    find: async (query, channel) => {
      const asked = queryOf('agent', query);
      if (asked === undefined) {
        return [];
      }
      const wanted = asked.replace(/^agent-/, '');
      const { agents = [] } = channel.conversation.summary.choices;
      const known = agents.filter(({ name }) => wireForm(name) !== undefined);
      const searched = ({ name }: { name: string }) => ({ label: name, also: 'agent' });
      return rank(wanted, known, searched, mostRows).map(({ entry, matches }) => {
        const { name, description, model } = entry;
        const row = mentionRow(
          { kind: 'agent', name },
          {
            ...{ name, label: name, icon: 'hubot', matches },
            // Most have the model of the conversation, which need not be said.
            detail: [model === 'inherit' ? undefined : model, description]
              .filter(Boolean)
              .join(' · '),
          },
        );
        const token = `@agent-${name}`;
        return plainName.test(name) ? { ...row, mention: { ...row.mention, token } } : row;
      });
    },
    resolve: async ({ name }, channel) => {
      const { agents = [] } = channel.conversation.summary.choices;
      const text = wireForm(name);
      if (text === undefined || (agents.length > 0 && !agents.some(one => one.name === name))) {
        throw gone(name);
      }
      return { text, blocks: [] };
    },
    open: async ({ name }) => {
      throw new UserError(
        'mention.closed',
        l10n.t('The agent “{0}” cannot be opened. It is named in the message.', shown(name, 60)),
      );
    },
  };
}

/**
 * Returns the form that the CLI expands. Up to 2.1.329 it has none for other letters than ASCII, nor
 * for spaces: the model, which knows the names of all agents, gets such a name as words.
 */
function wireForm(name: string): string | undefined {
  if (plainName.test(name)) {
    return `@agent-${name}`;
  }
  return quotableName.test(name) ? `the agent "${name}"` : undefined;
}

function gone(name: string): UserError {
  return new UserError(
    'mention.gone',
    l10n.t('Claude Code knows no agent “{0}”. Remove its mention.', shown(name, 60)),
  );
}
