import Papa from 'papaparse';
import { decodeText } from '../../base/decodeText';
import { tableText } from './tableText';

/** Rows up to which a table is rendered as one; longer files stay as they are. */
const mostRows = 5_000;

/** Returns a CSV or TSV file as a Markdown table, or its text if it is no regular table. */
export function csvText(bytes: Uint8Array): string | undefined {
  const text = decodeText(bytes, TextDecoder);
  if (text === undefined) {
    return undefined;
  }
  const { data, errors } = Papa.parse<string[]>(text.trimEnd(), { preview: mostRows + 1 });
  const isTable = errors.length === 0 && data.length <= mostRows && data.length > 0;
  return isTable ? tableText(data) : text;
}
