import * as l10n from '@vscode/l10n';
import type { ChannelId } from '../../../contract/ids';
import type { Usage } from '../../../contract/usage';
import { percentUsed } from '../../../transcript/percentUsed';

interface Filled {
  readonly id: ChannelId;
  readonly agent: { readonly isLive: boolean };
  readonly conversation: { readonly summary: { readonly usage: Usage } };
  note(text: string): void;
}

/** Per cent below the threshold from which on the next fill is a new one. */
const slack = 10;

/** Warns once in a conversation whenever its context fills up. */
export class ContextWarnings {
  private readonly warned = new Set<ChannelId>();

  /** @param warnAt per cent; 0 never warns */
  constructor(private readonly warnAt: () => number) {}

  /** Looks at a conversation that has changed. Restored ones were warned in their time. */
  look(channel: Filled): void {
    const percent = percentUsed(channel.conversation.summary.usage);
    const warnAt = this.warnAt();
    if (percent === undefined || warnAt <= 0) {
      return;
    }
    if (percent < warnAt - slack) {
      this.warned.delete(channel.id);
    } else if (percent >= warnAt && !this.warned.has(channel.id)) {
      this.warned.add(channel.id);
      if (channel.agent.isLive) {
        channel.note(
          l10n.t(
            '{0}% of the context is used. Before it is compacted by itself, you can send {1} with what matters, or continue in a new conversation.',
            percent,
            '/compact',
          ),
        );
      }
    }
  }
}
