import type { MentionItem, MentionList, MentionTarget } from '../../../contract/mentions';
import type { Channel } from '../../../core/conversation/channel';
import type { ContextBlock } from '../../../protocol/agentSource';

type TargetOf<K extends MentionTarget['kind']> = Extract<MentionTarget, { kind: K }>;

/** Text and content that a mention contributes to a message. */
export interface ResolvedMention {
  /** Replaces the mention's token in the text that the agent gets. */
  readonly text: string;
  readonly blocks: readonly ContextBlock[];
}

/** Row with other names of its thing, which are for the order only. */
export interface FoundItem extends MentionItem {
  readonly aliases?: readonly string[];
}

/** Notes of a list besides its rows. */
export type ListTrouble = Pick<MentionList, 'note' | 'error'>;

/**
 * Finds and reads one kind of thing. A new source takes one file and one line in `sourceTable`.
 * `C`: what it needs of a conversation.
 */
export interface MentionSource<K extends MentionTarget['kind'], C = Channel> {
  readonly kind: K;
  /** `fast`: answers from memory; `slow`: asks other programs or extensions. */
  readonly pace: 'fast' | 'slow';
  /** Returns the best matches, best first. An empty query lists what is most likely. */
  find(query: string, channel: C, signal: AbortSignal): Promise<readonly FoundItem[]>;
  /** Tells what the last answer lacks, and why. At most one source does. */
  readonly troubleOf?: (channel: C) => ListTrouble | undefined;
  /**
   * Reads what a target refers to, at the time of sending.
   * @throws UserError `mention.gone` if it no longer exists, `mention.withheld` if it may not be read
   */
  resolve(target: TargetOf<K>, channel: C, signal: AbortSignal): Promise<ResolvedMention>;
  /** Shows the target in the editor. @throws UserError as `resolve` */
  open(target: TargetOf<K>, channel: C): Promise<void>;
}
