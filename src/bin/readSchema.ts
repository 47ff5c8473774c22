import { resolve } from 'node:path';
import { messageOf } from '../base/errors';
import { isObject, type JsonObject } from '../base/json';
import { readBoundedText } from '../node/boundedFile';
import { BadUsage } from './badUsage';

/** Megabytes. */
const largest = 1;

/**
 * Reads a JSON Schema.
 * @param given JSON, or the path of a file with it
 * @throws BadUsage
 */
export async function readSchema(given: string): Promise<JsonObject> {
  const isInline = given.trim().startsWith('{');
  const text = isInline ? given : await readBoundedText(resolve(given), largest).catch(unreadable);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new BadUsage(`--schema is not valid JSON: ${messageOf(error)}`);
  }
  if (!isObject(value)) {
    throw new BadUsage('--schema is not a JSON object.');
  }
  return value;
}

function unreadable(error: unknown): never {
  throw new BadUsage(`The file of --schema cannot be read: ${messageOf(error)}`);
}
