import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { tooLarge, unreadable } from './archive';

interface Converted {
  readonly text: string;
  /** Name of the format that the text was converted from. */
  readonly format: string;
}

interface Converter {
  readonly format: string;
  readonly names: RegExp;
  convert(bytes: Uint8Array): Promise<string | undefined>;
}

/** UTF-16 units of a converted text: as much as a page may send. */
const longest = 2 * 1024 * 1024;

/** The libraries load with the first document of their kind. */
const converters: readonly Converter[] = [
  {
    format: 'Word',
    names: /\.(?:docx|docm|dotx)$/i,
    convert: async bytes => (await import('./wordText')).wordText(bytes),
  },
  {
    format: 'Excel',
    names: /\.(?:xlsx|xlsm|xltx)$/i,
    convert: async bytes => (await import('./sheetText')).sheetText(bytes),
  },
  {
    format: 'PowerPoint',
    names: /\.(?:pptx|pptm|ppsx)$/i,
    convert: async bytes => (await import('./slideText')).slideText(bytes),
  },
  {
    format: 'OpenDocument',
    names: /\.(?:odt|ods|odp|ott)$/i,
    convert: async bytes => (await import('./openDocumentText')).openDocumentText(bytes),
  },
  {
    format: 'CSV',
    names: /\.(?:csv|tsv)$/i,
    convert: async bytes => (await import('./csvText')).csvText(bytes),
  },
];

/** @throws UserError `attachment.unknown`, `attachment.unreadable`, `attachment.tooLarge` */
export async function convertDocument(name: string, bytes: Uint8Array): Promise<Converted> {
  const converter = converters.find(({ names }) => names.test(name));
  if (!converter) {
    throw new UserError('attachment.unknown', l10n.t('{0} cannot be converted to text.', name));
  }
  const { format } = converter;
  const text = await converter.convert(bytes);
  if (text === undefined || text.trim() === '') {
    throw unreadable(l10n.t('{0} has no text.', name));
  }
  if (text.length > longest) {
    throw tooLarge();
  }
  return { text, format };
}
