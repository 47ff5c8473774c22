import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const verbs =
  'get set load save open close read write parse format build merge split find sort filter render send receive retry cancel start stop check update remove insert encode decode resolve reject'.split(
    ' ',
  );
const nouns =
  'user order invoice session token cache queue message header payload socket stream buffer record column index query filter window panel button menu dialog theme color font image frame layer shader vertex matrix vector route request response cookie session account payment refund ticket report metric event signal timer worker thread process file folder path link archive backup snapshot commit branch diff patch'.split(
    ' ',
  );
const others =
  'because otherwise twice carefully later earlier still already large small remote local stale fresh broken hidden shared pending expired empty partial nested ordered random stable'.split(
    ' ',
  );

/**
 * Writes a tree of plausible code, the same for the same seed: some files a folder, functions with
 * comments, and words that get rarer as in real projects.
 * @returns bytes of all files
 */
export function writeSyntheticTree(root: string, files: number, seed = 1): number {
  const random = randomOf(seed);
  const pick = (all: readonly string[]) => all[Math.floor(random() ** 2 * all.length)] ?? '';
  const rare = () => `${pick(nouns)}${Math.floor(random() * files).toString(36)}`;
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const named = () =>
    `${pick(verbs)}${capital(pick(nouns))}${random() < 0.3 ? capital(pick(nouns)) : ''}`;
  let bytes = 0;
  for (let at = 0; at < files; at += 1) {
    const folder = join(root, 'packages', `p${at % 97}`, pick(nouns), `m${Math.floor(at / 400)}`);
    mkdirSync(folder, { recursive: true });
    const lines = [`import { ${named()} } from '../${pick(nouns)}/${pick(nouns)}';`, ''];
    const functions = 3 + Math.floor(random() * 9);
    for (let one = 0; one < functions; one += 1) {
      const name = named();
      lines.push(
        `/** ${capital(pick(verbs))}s the ${pick(others)} ${pick(nouns)} of a ${pick(nouns)}, ${pick(others)} ${pick(nouns)}s ${pick(others)}. */`,
        `export function ${name}(${pick(nouns)}: ${capital(pick(nouns))}, ${rare()}: string) {`,
      );
      for (let line = 0; line < 3 + random() * 12; line += 1) {
        lines.push(
          `  const ${pick(nouns)} = ${named()}(${pick(nouns)}.${pick(nouns)}, ${rare()});`,
        );
      }
      lines.push(`  return ${pick(nouns)};`, '}', '');
    }
    const text = lines.join('\n');
    bytes += text.length;
    writeFileSync(join(folder, `${named()}${at}.ts`), text);
  }
  return bytes;
}

/** Mulberry32: numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
