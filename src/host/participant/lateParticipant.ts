import { lazily } from '../../base/lazily';
import type { ChannelId } from '../../contract/ids';
import type { ParticipantParts } from './createParticipant';
import type { Participant } from './participant';

/** Answers in VS Code's Chat view; its code loads with the first request there. */
export interface LateParticipant {
  load(): Promise<Participant>;
  /** Whether the Chat view shows what the agent does in a conversation now. */
  isAnswering(id: ChannelId): boolean;
}

export function lateParticipant(parts: ParticipantParts): LateParticipant {
  let loaded: Participant | undefined;
  return {
    load: lazily(async () => {
      const { createParticipant } = await import('./createParticipant');
      loaded = createParticipant(parts);
      return loaded;
    }),
    isAnswering: id => loaded?.isAnswering(id) ?? false,
  };
}
