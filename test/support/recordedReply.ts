import { Deferred } from '../../src/base/deferred';
import type { Reply, ReplyButton, TreeEntry } from '../../src/host/nativeText/reply';

/** Response that is only recorded, part by part. */
export class RecordedReply implements Reply {
  readonly parts: readonly unknown[] = [];
  text = '';
  private readonly awaited = new Map<string, Deferred<ReplyButton>>();

  readonly said = (text: string) => this.add({ said: text }, text);
  readonly markdown = (text: string) => this.add({ markdown: text }, text);
  readonly progress = (text: string) => this.add({ progress: text });
  readonly reference = (path: string) => this.add({ reference: path });
  readonly anchor = (path: string, title: string, line?: number) =>
    this.add({ anchor: path, title, line });
  readonly tree = (entries: readonly TreeEntry[], base: string) => this.add({ entries, base });
  readonly button = (button: ReplyButton) => {
    this.add({ button });
    this.awaitedFor(button.command).resolve(button);
  };

  /** Resolves with the first button of a command, once it is shown. */
  buttonShown(command: string): Promise<ReplyButton> {
    return this.awaitedFor(command).promise;
  }

  /** Titles of all buttons so far. */
  get buttons(): readonly string[] {
    return this.parts.flatMap(part =>
      typeof part === 'object' && part !== null && 'button' in part
        ? [(part.button as ReplyButton).title]
        : [],
    );
  }

  private awaitedFor(command: string): Deferred<ReplyButton> {
    const deferred = this.awaited.get(command) ?? new Deferred<ReplyButton>();
    this.awaited.set(command, deferred);
    return deferred;
  }

  private add(part: unknown, text = ''): void {
    (this.parts as unknown[]).push(part);
    this.text += text;
  }
}
