import type { Page } from 'playwright-core';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ScriptedHost } from '../../harness/scriptedHost';
import type { StateOf } from '../picture';

type Host = ScriptedHost;

/** Returns the state in which a conversation is after these events. */
export function conversation(
  name: string,
  group: string,
  events: readonly ConversationEvent[],
  until: (page: Page, host: Host) => Promise<unknown>,
  more: { readonly height?: number; readonly prepare?: (host: Host) => void } = {},
): StateOf<'main'> {
  return {
    ...{ entry: 'main', name, group },
    ...more,
    prepare: host => {
      // The page shows the name of a new mode for a while; of one that it starts with, it does not.
      host.happen(events.filter(({ type }) => type === 'settings.changed'));
      more.prepare?.(host);
    },
    show: async (page, host) => {
      await page.locator('.message-input.rich').waitFor();
      host.emit(...events.filter(({ type }) => type !== 'settings.changed'));
      const { phase } = host.conversation.summary.agent;
      await page.locator(`[data-phase=${phase}]`).waitFor({ state: 'attached' });
      await until(page, host);
    },
  };
}
