import { expect, it } from 'vitest';
import { bytesPerSecond, wavOf } from '../../../../src/speech/audio/pcm';

it('wraps sound in a header that names its size, and leaves out half a sample at its end', () => {
  const wav = wavOf([Buffer.from([1, 2, 3]), Buffer.from([4, 5])]);
  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
  expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([
    1, 16_000, 16,
  ]);
  expect(wav.readUInt32LE(28)).toBe(bytesPerSecond);
  expect(wav.readUInt32LE(40)).toBe(4);
  expect([...wav.subarray(44)]).toEqual([1, 2, 3, 4]);
});
