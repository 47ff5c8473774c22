import type { Conversation } from '../contract/conversation';

export const emptyConversation: Conversation = {
  first: 0,
  hasEarlier: false,
  turns: [],
  open: undefined,
  summary: {
    agent: { phase: 'stopped' },
    settings: {
      mode: 'default',
      model: 'default',
      effort: null,
      maxThinkingTokens: null,
      requested: {},
    },
    choices: { models: [], modes: [], commands: [] },
    usage: {},
    todos: [],
    tasks: [],
    queue: [],
    waiting: [],
  },
};
