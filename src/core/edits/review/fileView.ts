import type { TextEncoding } from '../text/fileText';
import { asLines, type Bytes, type Contents, sameBytes } from './contents';
import type { Present } from './plan';
import type { FileReview } from './reviewRecord';
import type { ReviewedFile } from './reviews';
import { type ReviewHunk, ReviewText } from './reviewText';

/** Changes of a file that await a decision, located in its present content. */
export interface FileView extends ReviewedFile {
  readonly now: Present;
  /** Content of the file before all of these changes. */
  readonly before: Bytes;
  readonly kind: 'created' | 'updated' | 'deleted';
  /** Empty when the file can only be decided on as a whole. */
  readonly hunks: readonly ReviewHunk[];
  readonly added: number;
  readonly removed: number;
  /** Absent if the file was created or deleted, or is not text. */
  readonly lines?: ViewedLines;
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
    const kind = !before ? 'created' : after ? 'updated' : 'deleted';
    const isThere = now.bytes !== undefined;
    // A file that the user has deleted or recreated belongs to the user.
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

  /** Caches the texts after a decision, so that their hunks are not computed again. */
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

const mostTexts = 200;

function keyOf({ before, after }: FileReview, encoding: TextEncoding): string {
  return `${before?.ref}:${after?.ref}:${encoding}`;
}
