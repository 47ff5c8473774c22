import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answered, StrictLog } from '../../../../support/gateway/observedExchange';

const plain = answered({ input_tokens: 5, output_tokens: 6 });
const headers = (encoding: string) => ({
  'content-type': 'text/event-stream; charset=utf-8',
  'content-encoding': encoding,
});

/** Cuts bytes into pieces of seven. */
function cut(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 7) pieces.push(bytes.subarray(at, at + 7));
  return pieces;
}

const encodings: [string, Buffer][] = [
  ['gzip', zlib.gzipSync(plain)],
  ['deflate', zlib.deflateSync(plain)],
  ['deflate', zlib.deflateRawSync(plain)],
  ['br', zlib.brotliCompressSync(plain)],
  ['identity', Buffer.from(plain)],
  ['GZIP', zlib.gzipSync(plain)],
];
const zstd = (zlib as unknown as { zstdCompressSync?: (text: string) => Buffer }).zstdCompressSync;
if (zstd) encodings.push(['zstd', zstd(plain)]);

describe('An answer that is encoded', () => {
  it.each(encodings)('as %s is counted', async (encoding, bytes) => {
    const log = new StrictLog();
    const exchange = { responseHeaders: headers(encoding), answer: cut(bytes) };
    const call = await log.exchange(exchange);
    expect(call).toMatchObject({ usage: { input: 5, output: 6 }, stopReason: 'end_turn' });
    expect([call.gaps, call.error, log.errors]).toEqual([undefined, undefined, []]);
  });

  it('in a way that this Node cannot decode says so', async () => {
    const names = ['compress', 'gzip, br', 'none', ...(zstd ? [] : ['zstd'])];
    for (const encoding of names) {
      const exchange = { responseHeaders: headers(encoding), answer: ['x'] };
      const call = await new StrictLog().exchange(exchange);
      expect(call).toMatchObject({ status: 200, gaps: ['encoding'] });
      expect(call.error).toBeUndefined();
    }
  });

  it('and cut short is counted as far as it came', async () => {
    const bytes = zlib.gzipSync(plain, { level: 0 });
    const exchange = {
      responseHeaders: headers('gzip'),
      answer: [bytes.subarray(0, 200)],
      end: 'upstreamFailed' as const,
    };
    const log = new StrictLog();
    const call = await log.exchange(exchange);
    expect(call).toMatchObject({ usage: { input: 5 }, gaps: ['answerCut'] });
    expect(log.errors).toEqual([]);
  });

  it('and is broken does no harm', async () => {
    const log = new StrictLog();
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const answer = ['not compressed', ' at all', 'x'.repeat(1000)];
      const call = await log.exchange({ responseHeaders: headers(encoding), answer });
      expect(call.gaps).toEqual(['answerCut']);
    }
    expect(log.errors).toEqual([]);
  });

  it('and unpacks to any size is given up', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(80 * 1024 * 1024, `:${' '.repeat(4_000)}\n`), {
      level: 1,
    });
    const call = await new StrictLog().exchange({
      responseHeaders: headers('gzip'),
      answer: [bomb],
    });
    expect(call.gaps).toContain('answerCut');
  });
});

describe('An answer that is too large', () => {
  it('as an event is skipped, and what follows is counted', async () => {
    const long = `data: {"type":"ping","x":"${'x'.repeat(5 * 1024 * 1024)}"}\n\n`;
    const call = await new StrictLog().exchange({ answer: [long, plain] });
    expect(call).toMatchObject({ usage: { input: 5, output: 6 }, gaps: ['answerCut'] });
  });

  it('as a message is not read', async () => {
    const responseHeaders = { 'content-type': 'application/json' };
    const half = ' '.repeat(5 * 1024 * 1024);
    for (const answer of [[half, half, '{}'], [`${half}${half}`]]) {
      const call = await new StrictLog().exchange({ responseHeaders, answer });
      expect(call.gaps).toEqual(['answerCut']);
    }
  });
});
