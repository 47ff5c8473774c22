import * as l10n from '@vscode/l10n';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { GatewayLoss } from './gatewayService';

/** Parts of a conversation that a loss concerns. */
type LosingChannel = Pick<Channel, 'note'> & {
  readonly agent: Pick<Channel['agent'], 'isLive' | 'end' | 'resume'>;
};

/**
 * Starts the agent of a conversation again, because the former one sends its requests to nobody. A
 * message that it has not stored is back in the composer then, as after a crash.
 * @throws UserError if it does not start
 */
export async function restartAgent(
  registry: Pick<ChannelRegistry, 'get'>,
  { channel: id, keyOf }: GatewayLoss,
): Promise<void> {
  const channel: LosingChannel | undefined = registry.get(id);
  if (!channel?.agent.isLive) {
    return;
  }
  channel.note(
    keyOf === undefined
      ? l10n.t(
          'The gateway that observes model calls has ended. The conversation continues without it.',
        )
      : l10n.t(
          'The gateway with the key of the profile {0} has ended. The conversation continues with a new one.',
          keyOf,
        ),
  );
  await channel.agent.end(false);
  await channel.agent.resume();
}
