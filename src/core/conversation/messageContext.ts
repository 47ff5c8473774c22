import type { Draft } from '../../contract/draft';
import type { MessageId } from '../../contract/ids';
import type { Picks } from '../../protocol/agentLauncher';
import type { ContextBlock } from '../../protocol/agentSource';

/** Message as the agent gets it. */
export interface PreparedMessage {
  /** Text in which each token has become what the agent understands. */
  readonly text: string;
  readonly context: readonly ContextBlock[];
  /** Mode and model for this message only. */
  readonly borrowed?: Pick<Picks, 'mode' | 'model'>;
  /** Texts that say how the message is sent, for the user. */
  readonly notices?: readonly string[];
}

/** Runs a task without the time limit. */
export type Patiently = <T>(task: () => Promise<T>) => Promise<T>;

/** Finds out, right before a message is written, everything that it brings along. */
export interface MessageContext {
  /**
   * @throws UserError `mention.gone`, `mention.withheld` with the name of the mention: the message
   * returns to the composer
   * @param patiently runs a question to the user, whose time does not count
   */
  prepare(
    message: Draft & { id: MessageId },
    signal: AbortSignal,
    patiently: Patiently,
  ): Promise<PreparedMessage>;
}
