import type { HighlightedLine } from './highlightLines';
import { runWhenIdle } from './idleQueue';
import type { Language } from './languages';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Colors for code: asked for when its element comes into view, worked out in idle slices. */
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

  /** The highlighter is a chunk of its own, so that a page without code does not load it. */
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
