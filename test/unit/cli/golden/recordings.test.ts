import { describe, expect, test } from 'vitest';
import { lostTexts } from '../../../support/recordings/completeness';
import { expectGolden } from './goldenFile';
import { allRecordings, newestRecorded, processesOf } from '../../../support/recordings/recording';
import { renderConversations } from './renderConversation';
import { replay } from '../../../support/recordings/replay';

const recordings = allRecordings();

test('recordings exist for the oldest, a middle and the newest version', () => {
  const versions = new Set(recordings.map(recording => recording.version));
  expect([...versions]).toEqual(expect.arrayContaining(['2.0.36', '2.1.120', newestRecorded]));
});

describe.each(recordings)('$kind $version $scenario', ({ kind, version, scenario, rows }) => {
  const replays = processesOf(rows).map(process => ({ process, ...replay(process) }));

  test('is translated and folded without faults', () => {
    expect(replays.flatMap(({ faults }) => faults)).toEqual([]);
    const unknown = replays.flatMap(({ events }) =>
      events.filter(event => event.type === 'unknown'),
    );
    expect(unknown).toEqual([]);
  });

  test('folds to its golden conversation', () => {
    const conversations = replays.flatMap(({ cleared, conversation }) => [
      ...cleared,
      conversation,
    ]);
    expectGolden(`${kind}/${version}/${scenario}.txt`, renderConversations(conversations));
  });

  test('loses no text, thinking, input or result', () => {
    for (const { process, cleared, conversation } of replays) {
      expect(lostTexts(process, [...cleared, conversation])).toEqual([]);
    }
  });
});
