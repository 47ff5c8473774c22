import type { CommandTable } from '../commands/command';
import type { SpeechPort } from './pageSpeech';

interface SpeechCommandParts {
  readonly chats: { dictate(): Promise<void> };
  readonly speech: Pick<SpeechPort, 'setUp'>;
}

export function speechCommands({ chats, speech }: SpeechCommandParts) {
  return {
    'tandem.speech.dictate': () => chats.dictate(),
    'tandem.speech.setUp': () => speech.setUp(),
  } satisfies Partial<CommandTable>;
}
