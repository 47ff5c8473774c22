import { canBeSeen, titleFromText } from './titleFromText';

/** Names that a conversation may have; those of which nothing can be seen count as absent. */
export interface TitleSources {
  /** Title that the user has given, or else the agent. */
  readonly given?: string | undefined;
  /** Title that it began with: of the conversation that it was forked from, or of its run. */
  readonly fallback?: string | undefined;
  /** Returns the user's first message; called only if nothing else names the conversation. */
  firstText?(): string | undefined;
}

/**
 * Decides the title of a conversation for every place that shows one: header, tab, list, picks,
 * exported file and inspector.
 * @returns undefined if nothing names it yet
 */
export function conversationTitle(sources: TitleSources): string | undefined {
  const names = [sources.given, sources.fallback];
  return names.find(name => name && canBeSeen(name)) ?? titleFromText(sources.firstText?.());
}
