export type { FoundItem, MentionSource, ResolvedMention } from './rows/mentionSource';
