import { runWhenIdle } from '../idle/idleQueue';
import type { HighlightedLine } from './highlightLines';
import type { Language } from './languages';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Highlights code in idle slices, once its element comes into view. */
export class HighlightRequest {
  private cancel: (() => void) | undefined;
  private disposed = false;

  constructor(
    private readonly element: Element,
    private readonly lines: readonly string[],
    private readonly language: Language,
    private readonly onProgress: (done: readonly HighlightedLine[]) => void,
  ) {
    waiting.set(element, () => void this.start());
    observer ??= new IntersectionObserver(startVisible, { rootMargin: '200px' });
    observer.observe(element);
  }

  dispose(): void {
    this.disposed = true;
    waiting.delete(this.element);
    observer?.unobserve(this.element);
    this.cancel?.();
  }

  /** Loads the highlighter from its own chunk, so that pages without code never load it. */
  private async start(): Promise<void> {
    const { highlightLines } = await import('./highlightLines');
    if (this.disposed) {
      return;
    }
    const steps = highlightLines(this.lines, this.language);
    const done: HighlightedLine[] = [];
    this.cancel = runWhenIdle({
      next: () => {
        const step = steps.next();
        if (step.done !== true && step.value.length > 0) {
          done.push(...step.value);
          this.onProgress(done.slice());
        }
        return step.done === true;
      },
    });
  }
}

function startVisible(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      observer?.unobserve(target);
      waiting.get(target)?.();
      waiting.delete(target);
    }
  }
}
