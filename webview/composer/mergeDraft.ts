import { type Draft, isEmptyDraft, withExtras } from '../../src/contract/draft';

/**
 * Puts a draft from the host in front of the composer's content, without duplicating shared text.
 * An empty draft clears the composer only if its content equals `saved`, for example after a send
 * from another page.
 */
export function mergeDraft(incoming: Draft, current: Draft, saved: Draft): Draft {
  if (isEmptyDraft(incoming)) {
    return isSameDraft(current, saved) ? incoming : current;
  }
  const text = mergeText(incoming.text, current.text);
  const known = new Set(incoming.images.map(image => image.data));
  const images = [...incoming.images, ...current.images.filter(image => !known.has(image.data))];
  return withExtras({ text, images }, [current, incoming]);
}

function mergeText(incoming: string, current: string): string {
  if (current.trim() === '' || incoming.includes(current)) {
    return incoming;
  }
  return current.includes(incoming) ? current : `${incoming}\n\n${current}`;
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return (
    a.text === b.text &&
    a.images.length === b.images.length &&
    a.images.every((image, index) => image.data === b.images[index]?.data) &&
    isSameList(a.mentions, b.mentions, (one, other) => one.token === other.token) &&
    isSameList(a.attachments, b.attachments, (one, other) => one.id === other.id)
  );
}

function isSameList<T>(
  a: readonly T[] = [],
  b: readonly T[] = [],
  isSame: (one: T, other: T) => boolean,
): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return other !== undefined && isSame(one, other);
    })
  );
}
