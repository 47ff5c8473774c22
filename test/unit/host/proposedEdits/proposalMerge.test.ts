import { describe, expect, it } from 'vitest';
import { hasMarkers, mergeTexts } from '../../../../src/host/proposedEdits/proposalMerge';

const labels = { ours: 'mine', base: 'before', theirs: 'now' };
const base = 'one\ntwo\nthree\nfour\n';

describe('two changes to one text', () => {
  it('are merged if they do not overlap', () => {
    const ours = 'one\nTWO\nthree\nfour\n';
    expect(mergeTexts({ base, ours, theirs: `${base}five` }, labels)).toEqual({
      text: 'one\nTWO\nthree\nfour\nfive',
      hasConflicts: false,
    });
  });

  it('do not conflict if they are identical', () => {
    const ours = 'one\nTWO\nthree\nfour\n';
    expect(mergeTexts({ base, ours, theirs: ours }, labels).text).toBe(ours);
  });

  it('appear between markers with all three texts if they overlap', () => {
    const ours = base.replace('two', 'mine');
    const theirs = base.replace('two', 'theirs');
    expect(mergeTexts({ base, ours, theirs }, labels)).toEqual({
      text: `one\n<<<<<<< mine\nmine\n||||||| before\ntwo\n=======\ntheirs\n>>>>>>> now\nthree\nfour\n`,
      hasConflicts: true,
    });
  });

  it('keep each marker on its own line if the final newline is missing', () => {
    const { text } = mergeTexts({ base: 'a', ours: 'b', theirs: 'c' }, labels);
    expect(text).toBe('<<<<<<< mine\nb\n||||||| before\na\n=======\nc\n>>>>>>> now\n');
  });

  it('are compared without their line endings', () => {
    const ours = 'one\r\nTWO\r\nthree\r\nfour\r\n';
    const theirs = base.replace('four', 'FOUR');
    expect(mergeTexts({ base, ours, theirs }, labels).text).toBe('one\nTWO\nthree\nFOUR\n');
  });
});

describe('a remaining conflict marker', () => {
  it.each(['<<<<<<< mine', '||||||| before', '=======', '>>>>>>> now'])('is found: %s', mark => {
    expect(hasMarkers(`a\n${mark}\nb`, labels)).toBe(true);
    expect(hasMarkers(`a\r\n${mark}\r\nb\r\n`, labels)).toBe(true);
    expect(hasMarkers(`a\nx ${mark}\n`, labels)).toBe(false);
  });

  it('is ignored if the file has such a line of its own', () => {
    expect(hasMarkers('Title\n=======\n', labels, 'Title\n=======\n')).toBe(false);
  });
});
