import type { ComponentChild } from 'preact';

/**
 * Puts elements into the places `{0}`, `{1}`, … of a sentence. Translations may reorder them, which
 * text around elements does not allow.
 */
export function fillIn(sentence: string, ...elements: readonly ComponentChild[]): ComponentChild[] {
  return sentence
    .split(/\{(\d+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : elements[Number(part)]))
    .filter(part => part !== '');
}
