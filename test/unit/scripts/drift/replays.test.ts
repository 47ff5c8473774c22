import { expect, it } from 'vitest';
import { faultsOf } from '../../../../scripts/drift/replays';
import { newestRecorded, recordingOf } from '../../../support/recordings/recording';

const basic = recordingOf('recorded', newestRecorded, 'basic');

it('finds no fault in the recordings of the repository', () => {
  expect(faultsOf([basic])).toEqual([]);
});

it('names a frame of an unknown kind and its scenario', () => {
  const strange = { t: 1, dir: 'out' as const, frame: { type: 'weather' } };
  const faults = faultsOf([{ ...basic, rows: [...basic.rows, strange] }]);
  expect(faults).toEqual(['basic: unknown weather']);
});
