import { expect, it } from 'vitest';
import { definedName } from '../../../../../src/core/codeIndex/text/definedName';
import { passagesOf } from '../../../../../src/core/codeIndex/text/passages';

/** Returns passages as `from-to head`, 1-based. */
function rangesOf(text: string): string[] {
  const lines = text.split('\n');
  const defining = lines.flatMap((line, at) => (definedName(line) === undefined ? [] : [at]));
  return passagesOf(lines, defining).map(
    ({ from, to, head, isDefinition }) =>
      `${from + 1}-${to + 1} ${isDefinition ? (lines[head] ?? '').trim() : 'between'}`,
  );
}

it('divides code with braces into definitions and what is between', () => {
  expect(
    rangesOf(`import a from 'a';

/** Reads a draft. */
export function read(
  id: string,
): Draft {
  if (id) {
    return a(id);
  }
}

class Store {
  save() {
    write();
  }
}
start();`),
  ).toEqual([
    '3-10 export function read(',
    '12-16 class Store {',
    '13-15 save() {',
    '1-1 between',
    '17-17 between',
  ]);
});

it('divides code by indentation, and by the word end', () => {
  expect(
    rangesOf(`import os

# Follows.
def follow(url):
    if url:
        return get(url)

    return None

class Client:
    def get(self):
        pass
        pass`),
  ).toEqual(['3-8 def follow(url):', '10-13 class Client:', '11-13 def get(self):', '1-1 between']);
  expect(rangesOf('def follow(url)\n  get(url)\nend\nfollow(1)')).toEqual([
    '1-3 def follow(url)',
    '4-4 between',
  ]);
});

it('divides text without definitions at headings and blank lines', () => {
  const text = `# One\n\nWords\n\n## Two\n${'line\n'.repeat(30)}\n${'line\n'.repeat(30)}`;
  expect(rangesOf(text)).toEqual(['1-3 between', '5-35 between', '37-66 between']);
});
