interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads the size from the beginning of a PNG, JPEG, GIF or WebP file; undefined if it is cut off. */
export function imageSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, 0, '\u0089PNG') && bytes.length >= 24) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (startsWith(bytes, 0, 'GIF8') && bytes.length >= 10) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (startsWith(bytes, 0, '\u00ff\u00d8')) {
    return jpegSize(view);
  }
  return startsWith(bytes, 8, 'WEBP') && bytes.length >= 30 ? webpSize(bytes, view) : undefined;
}

/** The size stands in the first frame header, behind segments of any length. */
function jpegSize(view: DataView): Size | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Uint8Array, view: DataView): Size | undefined {
  if (startsWith(bytes, 12, 'VP8X')) {
    const member = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
    return { width: member(24), height: member(27) };
  }
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  return {
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  };
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));
}
