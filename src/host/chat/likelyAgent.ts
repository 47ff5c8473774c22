/** Name of the agent that will most likely answer, for texts of a page without a conversation. */
export const likelyAgent = 'Claude';
