/** All sound here is mono, 16-bit, little-endian, at this many samples per second. */
export const sampleRate = 16_000;
const bytesPerSample = 2;
export const bytesPerSecond = sampleRate * bytesPerSample;

/** Wraps sound in a WAV file. */
export function wavOf(pcm: readonly Buffer[]): Buffer {
  const size = pcm.reduce((sum, { length }) => sum + length, 0);
  // A chunk of a recorder may end in the middle of a sample.
  const whole = size - (size % bytesPerSample);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(header.length - 8 + whole, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(bytesPerSecond, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(whole, 40);
  return Buffer.concat([header, ...pcm], header.length + whole);
}
