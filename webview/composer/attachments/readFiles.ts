import * as l10n from '@vscode/l10n';
import { decodeText } from '../../../src/base/decodeText';
import { messageOf } from '../../../src/base/errors';
import { pdfPages } from '../../../src/base/tokenEstimate';
import type { PageConfig } from '../../../src/contract/calls';
import type { ImageMediaType } from '../../../src/contract/content';
import {
  type Attachment,
  contentLength,
  type Draft,
  emptyDraft,
  type ImageUpload,
} from '../../../src/contract/draft';
import { formatBytes } from '../../ui/formatBytes';
import { type FileKind, fileKind, headLength } from './fileKind';
import { shrinkImage } from './shrinkImage';

export interface ReadFiles {
  readonly images: readonly ImageUpload[];
  readonly attachments: readonly Attachment[];
  /** Error sentences, one per rejected file. */
  readonly errors: readonly string[];
}

export interface ReadOptions {
  /** Content that the message has already. */
  readonly draft: Draft;
  readonly limits: PageConfig['imageLimits'];
  /** Name of the agent, if it takes no images. */
  readonly blind?: string;
  /** Converts a document to text in the host; rejects with the reason if it cannot. */
  convert(name: string, data: string): Promise<Attachment>;
}

/** Bytes of a file, of which base64 makes 32 MB: the API takes no larger request. */
const largestFile = 24 * 1024 * 1024;
/** Base64 characters of all files of a message. */
const largestRequest = 32 * 1024 * 1024;
/** UTF-16 units of a text file. */
const longestText = 2 * 1024 * 1024;
/** Pages of a PDF that the API takes. */
const mostPages = 100;
const mostAttachments = 100;

/** Reads files as images, PDFs, converted documents or text, within the limits. */
export async function readFiles(files: readonly File[], options: ReadOptions): Promise<ReadFiles> {
  const reader = new FilesReader(options);
  for (const file of files) {
    await reader.add(file);
  }
  return reader;
}

/** Characters in a name that hide or reorder text stand as lines, wherever it is shown. */
function plainName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '_');
}

class FilesReader implements ReadFiles {
  readonly images: ImageUpload[] = [];
  readonly attachments: Attachment[] = [];
  readonly errors: string[] = [];

  constructor(private readonly options: ReadOptions) {}

  async add(file: File): Promise<void> {
    const name = plainName(file.name) || l10n.t('The file');
    try {
      const kind = fileKind(file.name, await bytesOf(file.slice(0, headLength)));
      const error = this.refusal(file, name, kind) ?? (await this.read(file, name, kind));
      if (error !== undefined) {
        this.errors.push(error);
      }
    } catch {
      // Folders and deleted files fail here; the remaining files may be fine.
      this.errors.push(l10n.t('{0} could not be read.', name));
    }
  }

  private refusal(file: File, name: string, kind: FileKind): string | undefined {
    const { draft, limits, blind } = this.options;
    if (kind.kind === 'image' && blind !== undefined) {
      return l10n.t('{0} was left out: {1} takes no images.', name, blind);
    }
    if (kind.kind === 'refused') {
      return refusedText(name, kind);
    }
    if (kind.kind === 'image') {
      return this.images.length + draft.images.length >= limits.count
        ? l10n.t('{0} was left out: at most {1} images per message.', name, limits.count)
        : undefined;
    }
    if (this.attachments.length + (draft.attachments?.length ?? 0) >= mostAttachments) {
      return l10n.t('{0} was left out: at most {1} files per message.', name, mostAttachments);
    }
    if (file.size === 0) {
      return l10n.t('{0} is empty.', name);
    }
    return file.size > largestFile ? tooLarge(name, file.size, largestFile) : undefined;
  }

  /** @returns why the file cannot be attached */
  private async read(file: File, name: string, kind: FileKind): Promise<string | undefined> {
    switch (kind.kind) {
      case 'image':
        return this.image(file, name, kind.mediaType);
      case 'pdf':
        return this.pdf(file, name);
      case 'document':
        return this.document(file, name);
      default:
        return this.text(file, name);
    }
  }

  private async image(file: File, name: string, mediaType: ImageMediaType) {
    const { bytes: limit } = this.options.limits;
    const small = await shrinkImage(file, mediaType, limit);
    if (!small) {
      const most = formatBytes(limit);
      return l10n.t(
        '{0} is {1}; an image may have at most {2}.',
        name,
        formatBytes(file.size),
        most,
      );
    }
    const data = await toBase64(small);
    if (this.isFull(data)) {
      return requestFull(name);
    }
    this.images.push({ name, mediaType, data });
    return undefined;
  }

  private async pdf(file: File, name: string) {
    const content = new TextDecoder('latin1').decode(await file.arrayBuffer());
    if (!content.includes('endobj')) {
      return l10n.t('{0} is damaged: it has no content of a PDF.', name);
    }
    const pages = pdfPages(content);
    if (pages > mostPages) {
      return l10n.t('{0} has {1} pages; a PDF may have at most {2}.', name, pages, mostPages);
    }
    const data = await toBase64(file);
    if (this.isFull(data)) {
      return requestFull(name);
    }
    this.attachments.push({ id: crypto.randomUUID(), name, kind: 'pdf', data });
    return undefined;
  }

  private async document(file: File, name: string) {
    const data = await toBase64(file);
    try {
      this.attachments.push(await this.options.convert(name, data));
      return undefined;
    } catch (error) {
      return l10n.t('{0} was not attached: {1}', name, messageOf(error));
    }
  }

  private async text(file: File, name: string) {
    const text = decodeText(await bytesOf(file), TextDecoder);
    if (text === undefined) {
      return l10n.t('{0} is not a text, an image, a PDF or an Office document.', name);
    }
    if (text.length > longestText) {
      return tooLarge(name, file.size, longestText);
    }
    const id = crypto.randomUUID();
    this.attachments.push({ id, name, kind: 'text', origin: 'file', text });
    return undefined;
  }

  private isFull(data: string): boolean {
    const { draft } = this.options;
    const all = [draft, { ...emptyDraft, images: this.images, attachments: this.attachments }];
    return all.reduce((sum, one) => sum + contentLength(one), data.length) > largestRequest;
  }
}

function refusedText(name: string, { format, advice }: Extract<FileKind, { kind: 'refused' }>) {
  return advice === 'image'
    ? l10n.t('{0} is a {1} image. Save it as PNG or JPEG, and attach that.', name, format)
    : l10n.t(
        '{0} is an old or protected Office file. Save it as .docx, .xlsx or .pptx without a password, and attach that.',
        name,
      );
}

function tooLarge(name: string, size: number, most: number): string {
  return l10n.t(
    '{0} is {1}; a file may have at most {2}.',
    name,
    formatBytes(size),
    formatBytes(most),
  );
}

function requestFull(name: string): string {
  const most = formatBytes(largestRequest);
  return l10n.t('{0} was left out: the files of a message may have at most {1}.', name, most);
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

function toBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
