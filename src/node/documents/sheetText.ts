import readXlsxFile from 'read-excel-file/universal';
import { messageOf } from '../../base/errors';
import { packed, textParts, unreadable } from './archive';
import { tableText } from './tableText';

/** Returns the sheets of an Excel workbook as Markdown tables. */
export async function sheetText(bytes: Uint8Array): Promise<string> {
  const parts = textParts(bytes);
  if (!parts['xl/workbook.xml']) {
    throw unreadable('xl/workbook.xml');
  }
  try {
    const archive = packed(parts);
    const sheets = await readXlsxFile(archive.slice().buffer);
    return sheets
      .map(({ sheet, data }) => [`## ${sheet}`, tableText(data.map(row => row.map(cellText)))])
      .map(section => section.filter(part => part !== '').join('\n\n'))
      .join('\n\n');
  } catch (error) {
    throw unreadable(messageOf(error));
  }
}

function cellText(value: unknown): string {
  if (value instanceof Date) {
    return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  }
  return value === null || value === undefined ? '' : String(value);
}
