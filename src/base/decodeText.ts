/** Bytes from the beginning that tell text from other content. */
const sampleLength = 8_192;

/** The platform's `TextDecoder`, which this folder has no types of. */
type Decoder = new (
  encoding: string,
  options?: { fatal?: boolean },
) => { decode(bytes: Uint8Array): string };

/**
 * Decodes a text file: UTF-8, UTF-16 by its mark or its zero bytes, else Latin-1.
 * @returns undefined if the content is no text
 */
export function decodeText(bytes: Uint8Array, Decoder: Decoder): string | undefined {
  const encoding = encodingOf(bytes);
  if (encoding !== undefined) {
    return new Decoder(encoding).decode(bytes);
  }
  if (isBinary(bytes.subarray(0, sampleLength))) {
    return undefined;
  }
  try {
    return new Decoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Windows' variant of Latin-1 gives each byte a character.
    return new Decoder('windows-1252').decode(bytes);
  }
}

function encodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  if (first === 0xfe && second === 0xff) {
    return 'utf-16be';
  }
  const sample = bytes.subarray(0, sampleLength);
  const half = Math.floor(sample.length / 2);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) {
      zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    }
  });
  const [even = 0, odd = 0] = zeros;
  if (half < 2 || (even > 0 && odd > 0)) {
    return undefined;
  }
  return odd > half * 0.7 ? 'utf-16le' : even > half * 0.7 ? 'utf-16be' : undefined;
}

/** Text has no zero bytes, and few control characters besides line ends and tabs. */
function isBinary(sample: Uint8Array): boolean {
  const controls = sample.filter(byte => byte < 32 && ![9, 10, 12, 13, 27].includes(byte));
  return controls.includes(0) || controls.length > sample.length * 0.05;
}
