import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** Bytes that wait to be decoded, above which an answer is given up. */
const mostWaiting = 8 * 1024 * 1024;
/** Decoded bytes after which an answer is given up: a small file may unpack to any size. */
const mostDecoded = 64 * 1024 * 1024;
/** Largest window that clients must support for zstd over HTTP (RFC 9659), as a power of two. */
const zstdWindow = 23;

export interface BodyDecoder {
  push(chunk: Buffer): void;
  /** Resolves once all that was pushed has been decoded. */
  end(): Promise<void>;
  dispose(): void;
}

export interface DecoderOptions {
  onData(chunk: Buffer): void;
  /** The rest of the body will not be decoded. */
  onLost(): void;
}

/** Returns undefined for an encoding that this Node cannot decode. */
export function bodyDecoder(
  encoding: string | undefined,
  options: DecoderOptions,
): BodyDecoder | undefined {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return plainDecoder(options);
    case 'gzip':
    case 'x-gzip':
      return new StreamDecoder(() => zlib.createGunzip(), options);
    case 'deflate':
      return new StreamDecoder(inflate, options);
    case 'br':
      return new StreamDecoder(() => zlib.createBrotliDecompress(), options);
    case 'zstd': {
      const create = zstdDecompress();
      return create && new StreamDecoder(create, options);
    }
    default:
      return undefined;
  }
}

function plainDecoder({ onData }: DecoderOptions): BodyDecoder {
  return { push: onData, end: () => Promise.resolve(), dispose: () => undefined };
}

/** Servers mean two things by `deflate`: with a header, whose low bits are 8, or without. */
function inflate(first: Buffer): Transform {
  return ((first[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
}

/** Node has zstd since 22.15; Tandem's types are those of Node 20. */
function zstdDecompress(): (() => Transform) | undefined {
  const newer = zlib as unknown as {
    createZstdDecompress?: (options: object) => Transform;
    constants: Readonly<Record<string, number | undefined>>;
  };
  const { createZstdDecompress: create } = newer;
  const windowName = newer.constants.ZSTD_d_windowLogMax;
  const params = windowName === undefined ? {} : { [windowName]: zstdWindow };
  return create && (() => create({ params }));
}

/** Decodes beside the stream that the client gets, in Node's own threads. */
class StreamDecoder implements BodyDecoder {
  private stream: Transform | undefined;
  private decoded = 0;
  private isLost = false;
  private readonly ended: Promise<void>;
  private finish: () => void = () => undefined;

  constructor(
    private readonly create: (first: Buffer) => Transform,
    private readonly options: DecoderOptions,
  ) {
    this.ended = new Promise(resolve => {
      this.finish = resolve;
    });
  }

  push(chunk: Buffer): void {
    if (this.isLost || chunk.length === 0) {
      return;
    }
    this.stream ??= this.open(chunk);
    this.stream.write(chunk);
    if (this.stream.writableLength > mostWaiting) {
      this.lose();
    }
  }

  end(): Promise<void> {
    if (this.stream && !this.isLost) {
      this.stream.end();
    } else {
      this.finish();
    }
    return this.ended;
  }

  dispose(): void {
    this.isLost = true;
    this.stream?.destroy();
    this.finish();
  }

  private open(first: Buffer): Transform {
    const stream = this.create(first);
    stream.on('data', (chunk: Buffer) => {
      this.decoded += chunk.length;
      if (this.isLost) {
        return;
      }
      this.options.onData(chunk);
      if (this.decoded > mostDecoded) {
        this.lose();
      }
    });
    stream.once('end', this.finish);
    stream.once('close', this.finish);
    // A cut answer has no proper end, but all of its data was reported before.
    stream.on('error', () => this.lose());
    return stream;
  }

  private lose(): void {
    if (!this.isLost) {
      this.options.onLost();
      this.dispose();
    }
  }
}
