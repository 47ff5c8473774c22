import { isObject } from '../../../src/base/json';
import type { Text } from '../../../src/contract/content';

type BlobText = Exclude<Text, string>;

/** @returns true if a value stands for a long text stored by the host */
export function isBlobRef(value: unknown): value is BlobText {
  return (
    isObject(value) &&
    Object.keys(value).length === 3 &&
    typeof value.blob === 'string' &&
    typeof value.preview === 'string' &&
    typeof value.length === 'number'
  );
}

/**
 * Replaces stubs in a value with their whole texts.
 * @throws if one of them cannot be loaded
 */
export async function resolveBlobs(
  value: unknown,
  fullText: (text: Text) => Promise<string>,
): Promise<unknown> {
  if (isBlobRef(value)) {
    return fullText(value);
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map(item => resolveBlobs(item, fullText)));
  }
  if (!isObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(
    async ([name, member]) => [name, await resolveBlobs(member, fullText)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
