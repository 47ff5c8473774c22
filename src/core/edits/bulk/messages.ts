import type { ErrorCode } from '../../../base/errors';
import type { BlobId } from '../../../contract/ids';
import type { Located } from '../place';
import type { AskedFile, ReadFile as ReviewedRead, WrittenFile } from '../review/manyReviewed';
import type { Present } from '../review/plan';
import type { EncodedContent } from '../store/blobFiles';
import type { FileLook } from '../workspace/fileLook';
import type { RegularFile } from '../workspace/regularFile';
import type { Packed } from './packed';

/** Tasks of the worker by kind, each with its answer. */
export interface Tasks {
  /** Looks at paths below a root. */
  readonly look: {
    readonly asked: { readonly root: string; readonly paths: readonly string[] };
    readonly answer: { readonly looks: readonly (FileLook | undefined)[] };
  };
  /** Reads regular files below a root: as many of the first as one answer takes. */
  readonly read: {
    readonly asked: {
      readonly root: string;
      readonly paths: readonly string[];
      /** Bytes of the largest file that is read. */
      readonly limit: number;
    };
    readonly answer: { readonly files: readonly ReadFile[]; readonly contents: Packed };
  };
  /** Stores contents, before and after a change in turns. */
  readonly store: {
    readonly asked: {
      /** Folder of the store. */
      readonly folder: string;
      /** Time of use, in milliseconds since 1970. */
      readonly now: number;
      readonly contents: Packed;
      readonly compares: boolean;
    };
    readonly answer: {
      /** `undefined` where there is no content. */
      readonly stored: readonly (StoredBytes | undefined)[];
      /** JSON of a `DescribedChange` for each pair, if they were compared. */
      readonly described: string;
    };
  };
  /** Reads reviewed files and contents from the store: as many of the first as one answer takes. */
  readonly review: {
    readonly asked: {
      /** Folder of the store. */
      readonly store: string;
      /** As for `FilesOnDisk`. */
      readonly folders: readonly string[];
      readonly files: readonly AskedFile[];
      readonly compares: boolean;
    };
    readonly answer: {
      /** `undefined` where a file or a content cannot be read. */
      readonly files: readonly (ReviewedMeta | undefined)[];
      /** For each file: what is in it now, before and after its changes. */
      readonly contents: Packed;
    };
  };
  /** Writes files one after the other and reads them back, up to the first failure. */
  readonly write: {
    readonly asked: {
      readonly folders: readonly string[];
      readonly files: readonly (Located & { readonly mode: number | undefined })[];
      /** For each file: what it is to contain, and what it contains now. */
      readonly contents: Packed;
    };
    readonly answer: {
      readonly done: readonly WrittenFile[];
      readonly failure?: {
        /** Code of a `UserError`. */
        readonly code: ErrorCode | undefined;
        readonly message: string;
        readonly detail: string | undefined;
      };
    };
  };
}

/** A reviewed file without its contents, which are packed apart. */
export type ReviewedMeta = Omit<ReviewedRead, 'now' | 'before' | 'after'> & {
  readonly now: Omit<Present, 'bytes'>;
};

/** A file without its bytes, which are packed apart. */
export type ReadFile = RegularFile extends infer File
  ? File extends { readonly bytes: Uint8Array }
    ? Omit<File, 'bytes'>
    : File
  : never;

export interface StoredBytes {
  readonly ref: BlobId;
  readonly form: EncodedContent['form'];
  /** Bytes written; 0 if the content was there already. */
  readonly written: number;
}

export type TaskKind = keyof Tasks;

/** Asks the worker. */
export type Question = {
  [Kind in TaskKind]: { readonly id: number; readonly kind: Kind } & Tasks[Kind]['asked'];
}[TaskKind];

/** Answers a question. */
export type Reply =
  | { readonly id: number; readonly answer: Tasks[TaskKind]['answer'] }
  | { readonly id: number; readonly error: string };
