import type { Chats } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import type { SpeechPort } from './pageSpeech';

interface SpeechCommandParts {
  readonly chats: Pick<Chats, 'dictate'>;
  readonly speech: Pick<SpeechPort, 'setUp'>;
}

export function speechCommands({ chats, speech }: SpeechCommandParts) {
  return {
    'tandem.speech.dictate': () => chats.dictate(),
    'tandem.speech.setUp': () => speech.setUp(),
  } satisfies Partial<CommandTable>;
}
