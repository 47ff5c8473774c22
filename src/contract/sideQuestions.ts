/**
 * Question beside the conversation (`/btw`). The agent answers it from what it knows of the
 * conversation, which does not change.
 */
export interface SideQuestion {
  readonly id: string;
  readonly question: string;
  /** Time of asking, milliseconds since 1970. */
  readonly at: number;
  /** Id of the question that this one continues. */
  readonly follows?: string;
  /** Markdown; absent while the agent is asked, and after a failure. */
  readonly answer?: string;
  readonly error?: string;
}

/** Number of questions that a conversation keeps. */
export const mostSideQuestions = 20;
