/** Tells the second of two presses in quick succession. */
export class DoublePress {
  private last: number | undefined;

  constructor(private readonly mostMs: number) {}

  /**
   * @param at ms of a clock that only goes forward: the time stamp of the event
   * @returns which press of a pair it is
   */
  press(at: number): 'first' | 'second' {
    const isSecond = this.last !== undefined && at - this.last <= this.mostMs;
    this.last = isSecond ? undefined : at;
    return isSecond ? 'second' : 'first';
  }

  /** Something came between. */
  reset(): void {
    this.last = undefined;
  }
}
