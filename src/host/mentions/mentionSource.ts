export type { MentionSource, ResolvedMention } from './rows/mentionSource';
