/** Times at which the user last saved a file in the editor or had Tandem write it. */
export class SavedFiles {
  private readonly times = new Map<string, number>();

  note(path: string, at: number): void {
    this.times.set(path, at);
  }

  since(path: string, at: number): boolean {
    return (this.times.get(path) ?? Number.NEGATIVE_INFINITY) > at;
  }
}
