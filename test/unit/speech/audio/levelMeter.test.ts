import { describe, expect, it } from 'vitest';
import { type Level, LevelMeter } from '../../../../src/speech/audio/levelMeter';

/** Makes a tone of this size, in tenths of a second. */
function tone(size: number, tenths: number): Buffer {
  const samples = Int16Array.from({ length: tenths * 1_600 }, (_, index) =>
    Math.round(size * Math.sin(index / 4)),
  );
  return Buffer.from(samples.buffer);
}

function measured(...chunks: readonly Buffer[]) {
  const levels: Level[] = [];
  const meter = new LevelMeter(level => levels.push(level));
  for (const chunk of chunks) {
    meter.push(chunk);
  }
  return { levels, isSilent: meter.isSilent };
}

describe('The level', () => {
  it('is reported ten times a second, with the seconds so far', () => {
    const { levels } = measured(tone(3_000, 25));
    expect(levels).toHaveLength(25);
    expect(levels.at(-1)?.seconds).toBe(2);
  });

  it('goes from 0 for silence to 1 for all that a sample can hold', () => {
    const levels = [0, 200, 800, 4_000, 32_767].map(
      size => measured(tone(size, 1)).levels[0]?.level,
    );
    expect(levels[0]).toBe(0);
    expect(levels).toEqual(levels.toSorted((one, other) => (one ?? 0) - (other ?? 0)));
    expect(new Set(levels).size).toBe(5);
    expect(levels.at(-1)).toBe(1);
  });

  it('is the same however the sound is cut', () => {
    const sound = tone(2_000, 3);
    const cuts = Array.from({ length: sound.length }, (_, at) => sound.subarray(at, at + 1));
    expect(measured(...cuts).levels.map(({ level }) => level)).toEqual(
      measured(sound).levels.map(({ level }) => level),
    );
  });
});

it.each([
  [0, true],
  [60, true],
  [300, false],
])('a recording whose loudest sample is %i counts as silent: %s', (size, isSilent) => {
  expect(measured(tone(size, 2)).isSilent).toBe(isSilent);
});
