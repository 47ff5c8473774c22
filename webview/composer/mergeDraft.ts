import type { Draft } from '../../src/contract/view';

/**
 * A draft handed over by the host, with what is in the composer kept behind it. Text that the
 * host had already put into its draft is not doubled; what it knew (`saved`) may be replaced by
 * nothing, as after a send from another page.
 */
export function mergeDraft(incoming: Draft, current: Draft, saved: Draft): Draft {
  const isEmpty = incoming.text === '' && incoming.images.length === 0;
  if (isEmpty) {
    return isSameDraft(current, saved) ? incoming : current;
  }
  const text = mergeText(incoming.text, current.text);
  const known = new Set(incoming.images.map(image => image.data));
  const images = [...incoming.images, ...current.images.filter(image => !known.has(image.data))];
  return { text, images };
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
    a.images.every((image, index) => image.data === b.images[index]?.data)
  );
}
