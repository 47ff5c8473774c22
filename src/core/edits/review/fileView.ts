import type { TextEncoding } from '../text/fileText';
import { asLines, type Bytes, type Contents, sameBytes } from './contents';
import type { Present } from './plan';
import type { FileReview } from './reviewRecord';
import type { ReviewedFile } from './reviews';
import { type ReviewHunk, ReviewText } from './reviewText';

/** What of a file waits for a decision, in the file as it is now. */
export interface FileView extends ReviewedFile {
  readonly now: Present;
  /** The file before all of it, as it was then. */
  readonly before: Bytes;
  readonly kind: 'created' | 'updated' | 'deleted';
  /** Empty when the file can only be decided on as a whole. */
  readonly hunks: readonly ReviewHunk[];
  readonly added: number;
  readonly removed: number;
  /** Absent for a file that was made or deleted, or is no text. */
  readonly lines?: ViewedLines;
}

interface ViewedLines {
  readonly text: ReviewText;
  readonly now: readonly string[];
  readonly encoding: TextEncoding;
}

/** Shows changes in files as they are; remembers how the texts of a review differ. */
export class FileViewer {
  private readonly texts = new Map<string, ReviewText>();

  constructor(private readonly contents: Contents) {}

  /** `undefined` when nothing of it is left in the file: the user has undone it by hand. */
  async view(file: ReviewedFile, now: Present): Promise<FileView | undefined> {
    const { review } = file;
    const [before, after] = [
      await this.contents.read(review.before),
      await this.contents.read(review.after),
    ];
    const kind = !before ? 'created' : after ? 'updated' : 'deleted';
    const isThere = now.bytes !== undefined;
    // A file that the user has deleted, or made anew, is theirs.
    if (isThere !== (after !== undefined) || sameBytes(before, now.bytes)) {
      return undefined;
    }
    const view = asLines([
      before ?? new Uint8Array(),
      after ?? new Uint8Array(),
      now.bytes ?? new Uint8Array(),
    ]);
    const [beforeLines, afterLines, nowLines] = view?.texts ?? [];
    if (!view || !beforeLines || !afterLines || !nowLines) {
      return { ...file, now, before, kind, hunks: [], added: 0, removed: 0 };
    }
    if (kind !== 'updated') {
      const counts = { added: nowLines.length, removed: beforeLines.length };
      return { ...file, now, before, kind, hunks: [], ...counts };
    }
    const text = this.textOf(review, beforeLines, afterLines, view.encoding);
    const hunks = text.hunksIn(nowLines);
    if (hunks.length === 0) {
      return undefined;
    }
    return {
      ...file,
      now,
      before,
      kind,
      hunks,
      added: hunks.reduce((sum, hunk) => sum + hunk.now.end - hunk.now.start, 0),
      removed: hunks.reduce((sum, hunk) => sum + hunk.before.end - hunk.before.start, 0),
      lines: { text, now: nowLines, encoding: view.encoding },
    };
  }

  /** The same texts after a decision, whose hunks are not looked for again. */
  remember(review: FileReview, text: ReviewText, encoding: TextEncoding): void {
    this.texts.set(keyOf(review, encoding), text);
  }

  private textOf(
    review: FileReview,
    before: readonly string[],
    after: readonly string[],
    encoding: TextEncoding,
  ): ReviewText {
    const key = keyOf(review, encoding);
    const known = this.texts.get(key) ?? new ReviewText(before, after);
    // The newest last: those that were not asked for lately go first.
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

const mostTexts = 200;

function keyOf({ before, after }: FileReview, encoding: TextEncoding): string {
  return `${before?.ref}:${after?.ref}:${encoding}`;
}
