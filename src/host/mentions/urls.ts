import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { MentionSource } from './mentionSource';
import { shown } from './rows/mentionRow';

const longestUrl = 2_000;

/** Addresses that were typed or pasted. Nothing is loaded: the agent asks before it does. */
export function urlSource(
  openExternal: (url: string) => Promise<void>,
): MentionSource<'url', unknown> {
  return {
    kind: 'url',
    pace: 'fast',
    find: async query => {
      const url = webAddress(query.replace(/^url:/, ''));
      if (!url) {
        return [];
      }
      const target = { kind: 'url', url: url.href } as const;
      const label = shown(`${url.host}${url.pathname}`, 100);
      // The address is its own token: it reads the same with and without the chip.
      const mention = { token: `@${url.href}`, label, target };
      return [{ mention, detail: l10n.t('Web page'), icon: 'link' }];
    },
    resolve: async ({ url }) => ({ text: required(url).href, blocks: [] }),
    open: ({ url }) => openExternal(required(url).href),
  };
}

function required(text: string): URL {
  const url = webAddress(text);
  if (!url) {
    throw new UserError(
      'mention.gone',
      l10n.t('{0} is not a web address. Remove its mention.', shown(text, 100)),
    );
  }
  return url;
}

/** Addresses with a password are not taken: they would be sent and logged. */
function webAddress(text: string): URL | undefined {
  if (text.length > longestUrl || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) {
    return undefined;
  }
  const url = new URL(text);
  return url.username === '' && url.password === '' && url.hostname !== '' ? url : undefined;
}
