import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { mentionRow, shown } from '../rows/mentionRow';
import type { MentionSource } from '../rows/mentionSource';

const longest = 2_000;

/**
 * Resources of MCP servers, as typed: `server:uri`. The CLI lists none to a client, and expands no
 * mention of them there. The agent reads them by its own tool.
 */
export function resourceSource(): MentionSource<'resource', unknown> {
  return {
    kind: 'resource',
    pace: 'fast',
    find: async query => {
      const found = parse(query.replace(/^resource:(?=[^:]+:)/, ''));
      if (!found) {
        return [];
      }
      const { server, uri } = found;
      return [
        mentionRow(
          { kind: 'resource', server, uri },
          {
            ...{ name: `${server}:${uri}`, label: uri, icon: 'database' },
            detail: l10n.t('Resource of the MCP server {0}', server),
          },
        ),
      ];
    },
    resolve: async ({ server, uri }) => {
      if (!parse(`${server}:${uri}`)) {
        throw new UserError(
          'mention.gone',
          l10n.t('{0} is not a resource. Remove its mention.', shown(uri, 100)),
        );
      }
      return { text: `the resource ${uri} of the MCP server "${server}"`, blocks: [] };
    },
    open: async ({ uri }) => {
      throw new UserError(
        'mention.closed',
        l10n.t('{0} cannot be opened here. It is read when you send the message.', shown(uri, 100)),
      );
    },
  };
}

/** Takes `server:scheme:…`, without spaces or characters that hide text. */
function parse(text: string): { readonly server: string; readonly uri: string } | undefined {
  if (text.length > longest || shown(text, longest) !== text) {
    return undefined;
  }
  const [, server, uri] = /^([\w.-]{1,100}):([a-z][a-z0-9+.-]*:\S+)$/i.exec(text) ?? [];
  return server && uri && !/^https?$/i.test(server) ? { server, uri } : undefined;
}
