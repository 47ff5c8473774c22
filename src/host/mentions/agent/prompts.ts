import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Channel } from '../../../core/conversation/channel';
import { mentionRow, queryOf, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';
import { rank } from '../rows/rank';

const mostRows = 20;

interface McpPrompt {
  readonly server: string;
  readonly name: string;
  readonly description: string;
}

/** Prompts of MCP servers. The CLI offers them as commands, which run at the start of a message. */
export function promptSource(): MentionSource<'prompt', Pick<Channel, 'conversation'>> {
  return {
    kind: 'prompt',
    pace: 'fast',
    find: async (query, channel) => {
      const wanted = queryOf('prompt', query);
      if (wanted === undefined) {
        return [];
      }
      const searched = ({ name, server }: McpPrompt) => ({ label: name, also: `${server} prompt` });
      return rank(wanted, promptsOf(channel), searched, mostRows).map(({ entry, matches }) => {
        const { server, name, description } = entry;
        const from = l10n.t('Prompt of {0}, at the start of a message', server);
        return mentionRow(
          { kind: 'prompt', server, name },
          {
            ...{ name: `${server}:${name}`, label: name, icon: 'comment', matches },
            detail: description === '' ? from : `${from} · ${description}`,
          },
        );
      });
    },
    resolve: async ({ server, name }, channel) => {
      if (!promptsOf(channel).some(one => one.server === server && one.name === name)) {
        throw new UserError(
          'mention.gone',
          l10n.t('The prompt “{0}” is not offered here. Remove its mention.', shown(name, 60)),
        );
      }
      return { text: `/mcp__${server}__${name}`, blocks: [] };
    },
    open: async ({ name }) => {
      throw new UserError(
        'mention.closed',
        l10n.t(
          'The prompt “{0}” cannot be opened. It runs at the start of a message.',
          shown(name, 60),
        ),
      );
    },
  };
}

function promptsOf(channel: Pick<Channel, 'conversation'>): McpPrompt[] {
  return channel.conversation.summary.choices.commands.flatMap(({ name, description }) => {
    const [, server, prompt] = /^mcp__(\S+?)__(\S+)$/.exec(name) ?? [];
    return server && prompt ? [{ server, name: prompt, description }] : [];
  });
}
