import type { TextEncoding } from '../text/fileText';
import type { LineHunk } from '../text/lineHunk';
import type { Bytes, Contents } from './contents';
import { type ComparedLines, type Difference, findDifference, linesOf } from './difference';
import type { ReadFile } from './manyReviewed';
import type { Present } from './plan';
import type { FileReview } from './reviewRecord';
import type { ReviewedFile } from './reviews';
import { ReviewText } from './reviewText';

/** Changes of a file that await a decision, located in its present content. */
export interface FileView extends ReviewedFile, Omit<Difference, 'text'> {
  readonly now: Present;
  /** Content of the file before all of these changes. */
  readonly before: Bytes;
  /** Absent if the file was created or deleted, or is not text. */
  readonly lines?: ViewedLines | undefined;
}

interface ViewedLines {
  readonly text: ReviewText;
  readonly now: readonly string[];
  readonly encoding: TextEncoding;
}

/** Locates changes in present file contents; caches how the texts of a review differ. */
export class FileViewer {
  private readonly texts = new Map<string, ReviewText>();

  constructor(private readonly contents: Contents) {}

  /** @returns `undefined` when no change is left in the file: the user has undone them by hand */
  async view(file: ReviewedFile, now: Present): Promise<FileView | undefined> {
    const { review } = file;
    const [before, after] = [
      await this.contents.read(review.before),
      await this.contents.read(review.after),
    ];
    let lines: ViewedLines | undefined;
    const difference = findDifference(before, after, now.bytes, (compared, encoding) => {
      const text = this.textOf(review, compared, encoding);
      lines = { text, now: compared.now, encoding };
      return text;
    });
    if (!difference) {
      return undefined;
    }
    const { text: _, ...found } = difference;
    return { ...file, now, before, ...found, ...(lines ? { lines } : {}) };
  }

  /**
   * Views a file in which somebody else has found the difference. Its texts are split into lines
   * when they are asked for.
   */
  viewFound(file: ReviewedFile, read: ReadFile): FileView | undefined {
    const { difference } = read;
    return (
      difference &&
      new FoundView(file, read, difference, (compared, encoding) =>
        this.textOf(file.review, compared, encoding, difference.text?.changes),
      )
    );
  }

  /** Whether the hunks of a review are known: they stay as they were found first. */
  knows(review: FileReview): boolean {
    return encodings.some(encoding => this.texts.has(keyOf(review, encoding)));
  }

  /** Caches the texts after a decision, so that their hunks are not computed again. */
  remember(review: FileReview, text: ReviewText, encoding: TextEncoding): void {
    this.texts.set(keyOf(review, encoding), text);
  }

  private textOf(
    review: FileReview,
    { before, after }: Pick<ComparedLines, 'before' | 'after'>,
    encoding: TextEncoding,
    changes?: readonly LineHunk[],
  ): ReviewText {
    const key = keyOf(review, encoding);
    const known = this.texts.get(key) ?? new ReviewText(before, after, changes);
    // Reinserted as the newest: the least recently used texts are evicted first.
    this.texts.delete(key);
    this.texts.set(key, known);
    for (const oldest of this.texts.keys()) {
      if (this.texts.size <= mostTexts) {
        break;
      }
      this.texts.delete(oldest);
    }
    return known;
  }
}

/** View of a file whose texts are split into lines when somebody asks for them. */
class FoundView implements FileView {
  readonly channel: FileView['channel'];
  readonly review: FileView['review'];
  readonly now: Present;
  readonly before: Bytes;
  readonly kind: Difference['kind'];
  readonly hunks: Difference['hunks'];
  readonly added: number;
  readonly removed: number;
  private split: ViewedLines | undefined;

  constructor(
    { channel, review }: ReviewedFile,
    private readonly read: ReadFile,
    private readonly difference: Difference,
    private readonly textOf: (lines: ComparedLines, encoding: TextEncoding) => ReviewText,
  ) {
    this.channel = channel;
    this.review = review;
    this.now = read.now;
    this.before = read.before;
    this.kind = difference.kind;
    this.hunks = difference.hunks;
    this.added = difference.added;
    this.removed = difference.removed;
  }

  get lines(): ViewedLines | undefined {
    const { before, after, now } = this.read;
    const compared = this.difference.text && !this.split && linesOf(before, after, now.bytes);
    if (compared) {
      const { lines, encoding } = compared;
      this.split = { text: this.textOf(lines, encoding), now: lines.now, encoding };
    }
    return this.split;
  }
}

const mostTexts = 200;
const encodings: readonly TextEncoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'];

function keyOf({ before, after }: FileReview, encoding: TextEncoding): string {
  return `${before?.ref}:${after?.ref}:${encoding}`;
}
