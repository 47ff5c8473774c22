import { useLayoutEffect, useState } from 'preact/hooks';
import { usePageStore } from '../../store/pageContext';

/** Milliseconds from which a press is holding, which ends with the release. */
export const longPress = 300;

interface Dictating {
  readonly isActive: boolean;
  toggle(): void;
  finish(): void;
}

/**
 * Makes of a key that the editor reports as a command a key that can be held: the page sees it go
 * down and up, and the command comes in between, again with each repetition of the key.
 */
export class HeldKey {
  /** Time at which a key went down that is still down. */
  private downAt: number | undefined;
  private isTaken = false;
  private startedAt: number | undefined;

  constructor(private readonly dictation: Dictating) {}

  noteDown(event: Pick<KeyboardEvent, 'repeat' | 'timeStamp'>): void {
    if (!event.repeat) {
      this.downAt = event.timeStamp;
    }
  }

  noteUp({ timeStamp }: Pick<KeyboardEvent, 'timeStamp'>): void {
    const { startedAt } = this;
    this.reset();
    if (startedAt !== undefined && timeStamp - startedAt >= longPress && this.dictation.isActive) {
      this.dictation.finish();
    }
  }

  /** The keys that are down may come up elsewhere. */
  reset(): void {
    this.downAt = undefined;
    this.startedAt = undefined;
    this.isTaken = false;
  }

  /** Carries out the command, once for each press. */
  command(): void {
    if (this.isTaken) {
      return;
    }
    this.isTaken = this.downAt !== undefined;
    this.startedAt = this.dictation.isActive ? undefined : this.downAt;
    this.dictation.toggle();
  }
}

/** Returns the function that carries out the command of the key. */
export function useHeldKey(dictation: Dictating): () => void {
  const store = usePageStore();
  const [held] = useState(() => new HeldKey(dictation));
  useLayoutEffect(() => {
    const handleDown = (event: KeyboardEvent) => {
      held.noteDown(event);
      const { ctrlKey, metaKey, shiftKey, altKey } = event;
      const modifier = store.get().config.platform === 'mac' ? metaKey : ctrlKey;
      if (event.key === 'd' && modifier && !shiftKey && !altKey) {
        // In a browser, the key would make a bookmark.
        event.preventDefault();
      }
    };
    const handleUp = (event: KeyboardEvent) => held.noteUp(event);
    const handleBlur = () => held.reset();
    window.addEventListener('keydown', handleDown, true);
    window.addEventListener('keyup', handleUp, true);
    window.addEventListener('blur', handleBlur);
    return () => {
      window.removeEventListener('keydown', handleDown, true);
      window.removeEventListener('keyup', handleUp, true);
      window.removeEventListener('blur', handleBlur);
    };
  }, []);
  return () => held.command();
}
