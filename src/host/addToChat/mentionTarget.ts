import type { Settings } from '../contributed';

interface Targets {
  readonly setting: Settings['tandem.mention.target'];
  /** A chat has a page, in view or not. */
  readonly hasChat: boolean;
  /** A CLI in a terminal is connected. */
  readonly hasTerminal: boolean;
}

/** Returns where the user's mention goes. Without any target, the chat opens. */
export function mentionTarget({ setting, hasChat, hasTerminal }: Targets): 'chat' | 'terminal' {
  if (setting !== 'auto') {
    return setting;
  }
  return hasChat || !hasTerminal ? 'chat' : 'terminal';
}
