import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Attachment } from '../../../../../src/contract/draft';
import { emptyDraft } from '../../../../../src/contract/draft';
import { fileKind, imageTypeOf } from '../../../../../webview/composer/attachments/fileKind';
import { readFiles } from '../../../../../webview/composer/attachments/readFiles';
import { formatBytes } from '../../../../../webview/ui/formatBytes';

it.each([
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  [[...Buffer.from('GIF89a')], 'image/gif'],
  [[...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')], 'image/webp'],
  [[...Buffer.from('RIFF\0\0\0\0WAVEfmt ')], undefined],
  [[...Buffer.from('<svg xmlns=')], undefined],
  [[], undefined],
])('detects an image by its first bytes: %j', (bytes, type) => {
  expect(imageTypeOf(new Uint8Array(bytes))).toBe(type);
});

it.each([
  [10, '10 bytes'],
  [300_000, '293 KB'],
  [5 * 1024 * 1024, '5 MB'],
  [7_500_000, '7.2 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

beforeEach(() => {
  // Browser APIs that Node.js lacks, for small files.
  class Reader {
    result = '';
    onload: (() => void) | undefined;
    readAsDataURL(file: File): void {
      void file.arrayBuffer().then(bytes => {
        this.result = `data:;base64,${Buffer.from(bytes).toString('base64')}`;
        this.onload?.();
      });
    }
  }
  vi.stubGlobal('FileReader', Reader);
});

const gif = (name: string) => new File(['GIF89a\x01\0\x01\0'], name);

/** Reads files into an empty message; the host converts every document. */
function read(...files: File[]) {
  const limits = { bytes: 1000, count: 2 };
  const convert = async (name: string): Promise<Attachment> => {
    if (name === 'broken.docx') {
      throw new Error('It is damaged.');
    }
    return {
      id: 'c',
      name,
      kind: 'text',
      origin: 'file',
      text: 'converted',
      convertedFrom: 'Word',
    };
  };
  return readFiles(files, { draft: emptyDraft, limits, convert });
}

it('accepts images next to a file that cannot be read, up to their number', async () => {
  const folder = gif('folder');
  folder.slice = () => {
    throw new DOMException('It is a folder.', 'NotFoundError');
  };
  const { images, errors } = await read(gif('a.gif'), folder, gif('b.gif'), gif('c.gif'));
  expect(images.map(image => image.name)).toEqual(['a.gif', 'b.gif']);
  expect(errors).toEqual([
    'folder could not be read.',
    'c.gif was left out: at most 2 images per message.',
  ]);
});

it('reads texts of each encoding, PDFs and converted documents', async () => {
  const utf16 = Buffer.from('\ufeffMünze', 'utf16le');
  const { attachments, errors } = await read(
    new File(['const a = "ß";'], 'a.ts'),
    new File([utf16], 'b.txt'),
    new File([Buffer.from('Stra\u00dfe', 'latin1')], 'c.txt'),
    new File(['%PDF-1.4 /Type /Page endobj'], 'd.pdf'),
    new File(['PK\x03\x04'], 'e.docx'),
  );
  expect(errors).toEqual([]);
  expect(attachments.map(one => (one.kind === 'text' ? one.text : one.kind))).toEqual([
    ...['const a = "ß";', 'Münze', 'Straße', 'pdf', 'converted'],
  ]);
});

it.each<[string, BlobPart, string]>([
  [
    'a.bmp',
    'BM\x01\x01\x01\x01\0\0\0\0',
    'a.bmp is a BMP image. Save it as PNG or JPEG, and attach that.',
  ],
  ['a.tif', 'II*\0abcd', 'a.tif is a TIFF image. Save it as PNG or JPEG, and attach that.'],
  [
    'a.heic',
    '\0\0\0\x18ftypheic',
    'a.heic is a HEIC image. Save it as PNG or JPEG, and attach that.',
  ],
  ['a.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'a.doc is an old or protected Office file.'],
  ['a.exe', 'MZ\0\0\x03\0\0\0', 'a.exe is not a text, an image, a PDF or an Office document.'],
  ['broken.docx', 'PK', 'broken.docx was not attached: It is damaged.'],
  [
    'long.pdf',
    `%PDF-1.4${' /Type /Page endobj'.repeat(101)}`,
    'long.pdf has 101 pages; a PDF may have at most 100.',
  ],
  ['cut.pdf', '%PDF-1.4 garbage', 'cut.pdf is damaged: it has no content of a PDF.'],
  ['empty.txt', '', 'empty.txt is empty.'],
  ['a\u202eb.txt', '', 'a_b.txt is empty.'],
  ['big.txt', 'x'.repeat(2 * 1024 * 1024 + 1), 'big.txt is 2 MB; a file may have at most 2 MB.'],
  [
    'big.gif',
    `GIF89a\x01\0\x01\0${'x'.repeat(2_000)}`,
    'big.gif is 2 KB; an image may have at most 1000 bytes.',
  ],
])('refuses %s', async (name, content, reason) => {
  const { images, attachments, errors } = await read(new File([content], name));
  expect([...images, ...attachments]).toEqual([]);
  expect(errors[0]).toContain(reason);
});

it('knows a file by its content, whatever its name says', () => {
  const head = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  expect(fileKind('a.docx', head('%PDF-1.7')).kind).toBe('pdf');
  expect(fileKind('a.pdf', head('hello')).kind).toBe('other');
  expect(fileKind('a.CSV', head('a;b')).kind).toBe('document');
});
