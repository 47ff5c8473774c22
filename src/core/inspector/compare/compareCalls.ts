import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { characterAt, head } from '../../../base/wholeCharacters';
import type { CallComparison, PartChange } from '../../../contract/inspector/callDetails';
import type { RecordedCall, RecordedRequest } from '../../../contract/inspector/recordedCall';
import { blocksOf } from '../anatomy/requestBlocks';
import { preview } from '../anatomy/shownTexts';
import { type BlockPair, blockPairs } from './blockPairs';
import { type ComparedBlock, comparedBlocks, comparedText } from './comparedBlocks';

const mostChanges = 500;
const mostOptions = 100;
/** Characters around a difference, before it and in all. */
const [textBefore, longestText] = [200, 2_000];

/**
 * Returns what the request of one call has that the other one's has not, in the order of the cache.
 * @throws UserError `inspector.notRecorded` if the request of a call is not known
 */
export function compareCalls(one: RecordedCall, other: RecordedCall): CallComparison {
  if (!one.request || !other.request) {
    throw new UserError(
      'inspector.notRecorded',
      l10n.t(
        'Only calls with recorded content can be compared. Record model calls, and repeat what you want to compare.',
      ),
    );
  }
  const [before, after] = [comparedBlocks(one), comparedBlocks(other)];
  const pairs = blockPairs(before, after);
  const shared = sharedCount(before, after);
  return {
    one: one.inspected,
    other: other.inspected,
    sharedTokens: tokensOf(after.slice(0, shared)),
    restOfOne: tokensOf(before.slice(shared)),
    restOfOther: tokensOf(after.slice(shared)),
    options: optionsThatDiffer(one.request, other.request),
    changes: pairs.slice(0, mostChanges).map(changeOf),
    omitted: Math.max(0, pairs.length - mostChanges),
  };
}

function sharedCount(one: readonly ComparedBlock[], other: readonly ComparedBlock[]): number {
  const first = other.findIndex(({ key }, index) => one[index]?.key !== key);
  return first < 0 ? other.length : first;
}

function tokensOf(blocks: readonly ComparedBlock[]): number {
  return blocks.reduce((sum, { tokens }) => sum + tokens, 0);
}

function changeOf({ how, one, other, wasCached }: BlockPair): PartChange {
  const { place, type, name } = (other ?? one)?.block ?? {
    place: { part: 'messages', index: 0 },
    type: 'unknown',
  };
  return {
    ...{ how, place, type },
    ...(name === undefined ? {} : { name }),
    tokensBefore: one?.tokens ?? 0,
    tokensAfter: other?.tokens ?? 0,
    ...(how === 'moved' ? {} : difference(one, other)),
    wasCached,
  };
}

function difference(
  one: ComparedBlock | undefined,
  other: ComparedBlock | undefined,
): Pick<PartChange, 'before' | 'after' | 'character'> {
  const before = one && comparedText(one);
  const after = other && comparedText(other);
  const character =
    before === undefined || after === undefined ? undefined : sharedLength(before, after);
  const from = characterAt(before ?? after ?? '', Math.max(0, (character ?? 0) - textBefore));
  return {
    ...(before === undefined ? {} : { before: head(before.slice(from), longestText) }),
    ...(after === undefined ? {} : { after: head(after.slice(from), longestText) }),
    ...(character === undefined ? {} : { character }),
  };
}

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) {
    at += 1;
  }
  return at;
}

function optionsThatDiffer(
  one: RecordedRequest,
  other: RecordedRequest,
): CallComparison['options'] {
  const [before, after] = [optionsOf(one), optionsOf(other)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const differing = [...names].filter(name => before.get(name) !== after.get(name));
  return differing.slice(0, mostOptions).map(name => {
    const [was, is] = [before.get(name), after.get(name)];
    return {
      name: name.slice(0, 100),
      ...(was === undefined ? {} : { one: preview(was) }),
      ...(is === undefined ? {} : { other: preview(is) }),
    };
  });
}

function optionsOf(request: RecordedRequest): ReadonlyMap<string, string> {
  const { options } = blocksOf(request);
  return new Map(options.map(({ name, json }) => [name, json]));
}
