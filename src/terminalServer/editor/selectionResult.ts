import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../base/json';
import type { EditorSelection } from './idePort';

/** Converts a selection to the form that the client knows. */
export function selectionResult({ path, text, range }: EditorSelection): JsonObject {
  const { start, end } = range;
  const isEmpty = start.line === end.line && start.character === end.character;
  return {
    text,
    filePath: path,
    fileUrl: pathToFileURL(path).href,
    selection: { start, end, isEmpty },
  };
}
