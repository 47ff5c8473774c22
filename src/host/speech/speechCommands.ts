import type { Chats } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import type { SpeechPort } from './pageSpeech';

interface SpeechCommandParts {
  readonly chats: Pick<Chats, 'compose'>;
  readonly speech: Pick<SpeechPort, 'setUp'>;
}

export function speechCommands({ chats, speech }: SpeechCommandParts) {
  return {
    'tandem.speech.dictate': () => chats.compose({ dictate: true }),
    'tandem.speech.setUp': () => speech.setUp(),
  } satisfies Partial<CommandTable>;
}
