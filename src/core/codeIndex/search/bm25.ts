/** How fast more occurrences stop counting, and how much the length of a text counts. */
const k1 = 1.2;
/** Part of all texts below which a word gets no rarer: questions have words that occur by chance. */
const rarest = 0.03;

/**
 * The part of BM25 that depends on one text.
 * @see https://doi.org/10.1561/1500000019 Robertson, Zaragoza: The Probabilistic Relevance Framework
 * @param weight sum of the weights of all occurrences (BM25F)
 * @param relativeLength length of the text by the average
 * @param b how much the length counts, from 0 to 1
 */
export function occurrenceScore(weight: number, relativeLength: number, b: number): number {
  return (weight * (k1 + 1)) / (weight + k1 * (1 - b + b * relativeLength));
}

/** The part that depends on how many of all texts have the term. */
export function rarity(count: number, all: number): number {
  return Math.log(1 + (all - count + 0.5) / (count + all * rarest + 0.5));
}
