import { UserError } from '../../base/errors';

/** Comparisons of lines for one patch: some tens of milliseconds, in which the editor stands still. */
const mostComparisons = 5_000_000;

/** How lines are compared, the strictest way first. Line ends never count. */
type Form = 'bare' | 'trimmedEnd' | 'trimmed';
export const places: readonly Form[] = ['bare', 'trimmedEnd'];

const forms: Readonly<Record<Form, (line: string) => string>> = {
  bare: line => (line.endsWith('\r') ? line.slice(0, -1) : line),
  trimmedEnd: line => line.trimEnd(),
  trimmed: line => line.trim(),
};

/** Lines of a file, to be searched for those of a patch. */
export class LineSearch {
  private readonly known = new Map<Form, readonly string[]>();
  private left = mostComparisons;

  constructor(readonly lines: readonly string[]) {}

  /**
   * Returns where lines stand one after another.
   * @throws UserError `edit.badPatch` if patch and file are too large to be compared
   */
  runs(wanted: readonly string[], from: number, form: Form): number[] {
    const lines = this.in(form);
    const [first = '', ...rest] = wanted.map(forms[form]);
    const found: number[] = [];
    for (let at = from; at + wanted.length <= lines.length; at += 1) {
      this.count(1);
      if (lines[at] !== first) continue;
      let same = 0;
      while (same < rest.length && lines[at + 1 + same] === rest[same]) same += 1;
      this.count(same);
      if (same === rest.length) found.push(at);
    }
    return found;
  }

  /** Whether lines stand at one place. */
  fits(wanted: readonly string[], at: number): boolean {
    const lines = this.in('bare');
    return at >= 0 && wanted.every((line, index) => forms.bare(line) === lines[at + index]);
  }

  /** Returns the first line with this text, from a line on; -1 if there is none. */
  line(wanted: string, from: number): number {
    const at = this.in('trimmed').indexOf(wanted.trim(), from);
    this.count((at === -1 ? this.lines.length : at) - from);
    return at;
  }

  private in(form: Form): readonly string[] {
    const known = this.known.get(form) ?? this.lines.map(forms[form]);
    this.known.set(form, known);
    return known;
  }

  private count(comparisons: number): void {
    this.left -= Math.max(0, comparisons);
    if (this.left < 0) {
      throw new UserError(
        'edit.badPatch',
        'Nothing was written. Patch and file are too large to be compared. Send the patch in parts, each with fewer hunks and fewer unchanged lines.',
      );
    }
  }
}
