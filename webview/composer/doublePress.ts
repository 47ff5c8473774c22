/** Detects the second of two presses in quick succession. */
export class DoublePress {
  private last: number | undefined;

  constructor(private readonly mostMs: number) {}

  /**
   * @param at ms of a monotonic clock, such as an event's time stamp
   * @returns position of this press in its pair
   */
  press(at: number): 'first' | 'second' {
    const isSecond = this.last !== undefined && at - this.last <= this.mostMs;
    this.last = isSecond ? undefined : at;
    return isSecond ? 'second' : 'first';
  }

  /** Forgets the first press after another event has come in between. */
  reset(): void {
    this.last = undefined;
  }
}
