import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** End of a text that is drawn whole. */
interface TextEnd {
  /** Number of lines that were never in view; undefined if only the box itself is out of view. */
  linesLeft(): number | undefined;
  /** Scrolls on by about as much as fits. */
  scrollOn(): void;
  /** Brings the text into view, wherever it is scrolled to. */
  reveal(): void;
}

interface RunText {
  readonly unfold: () => void;
  /** Undefined while the text is folded or being loaded. */
  end?: TextEnd | undefined;
  /** Undefined until the first look. */
  isSeen?: boolean;
}

/** How much of the texts that a permission lets run has been in view. */
export class RequestSight {
  private readonly texts = new Map<string, RunText>();
  private isEndSeen = false;
  private readonly listeners = new Set<() => void>();

  /** True once each text was in view to its end. */
  get isSeen(): boolean {
    return [...this.texts.values()].every(({ isSeen }) => isSeen === true);
  }

  /** True once the request around the texts was in view, too. */
  get isWholeSeen(): boolean {
    return this.isEndSeen && this.isSeen;
  }

  /** First text that was looked at, but not to its end. */
  private get next(): RunText | undefined {
    return [...this.texts.values()].find(({ isSeen }) => isSeen === false);
  }

  /** True if the user has to do something to see the rest. */
  get hasRest(): boolean {
    return this.next !== undefined;
  }

  /** Lines that were not in view; undefined if their number is not known. */
  get linesLeft(): number | undefined {
    return this.next?.end?.linesLeft();
  }

  /** Shows more of the first text that was not seen to its end. */
  showMore(): void {
    const { next } = this;
    if (next?.end) {
      next.end.scrollOn();
    } else {
      next?.unfold();
    }
  }

  /** Brings the first text into view that was not seen to its end. */
  reveal(): void {
    this.next?.end?.reveal();
  }

  /** Expects a text; does nothing if it was seen before, as when its card is drawn again. */
  expect(id: string, unfold: () => void): void {
    if (!this.texts.has(id)) {
      this.texts.set(id, { unfold });
      this.changed();
    }
  }

  /** Records that a text is drawn without its end, or again with it. */
  drawn(id: string, end: TextEnd | undefined): void {
    const text = this.texts.get(id);
    if (text) {
      text.end = end;
    }
    if (end === undefined) {
      this.looked(id, false);
    }
  }

  /** Records whether the end of a text is in view. Once seen, it stays seen. */
  looked(id: string, isSeen: boolean): void {
    const text = this.texts.get(id);
    if (text && text.isSeen !== true) {
      text.isSeen = isSeen;
      this.changed();
    }
  }

  sawEnd(): void {
    this.isEndSeen = true;
    this.changed();
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  private changed(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** Absent outside the card of a permission that waits. */
export const RequestSightContext = createContext<RequestSight | undefined>(undefined);

export function useRequestSight(): RequestSight | undefined {
  return useContext(RequestSightContext);
}
