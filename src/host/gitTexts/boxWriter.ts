import type { MessageBox } from './gitExtension';

/** Writes a text into a message box as it arrives, and never over what the user types meanwhile. */
export class BoxWriter {
  /** Text that the user had typed. */
  readonly before: string;
  private written: string;

  constructor(private readonly box: MessageBox) {
    this.before = box.value;
    this.written = box.value;
  }

  /** True if the box has another text than it was given: it is the user's. */
  get isTaken(): boolean {
    return this.box.value !== this.written;
  }

  /** Shows the text so far, unless the user has typed. */
  write(text: string): void {
    if (!this.isTaken) {
      this.box.value = text;
      // The box may normalize what it is given.
      this.written = this.box.value;
    }
  }

  /** Shows again what the user had typed, unless the user has typed since. */
  restore(): void {
    this.write(this.before);
  }
}
