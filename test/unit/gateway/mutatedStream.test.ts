import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bodyOf,
  type GatewayBed,
  gatewayBed,
  Observed,
  send,
} from '../../support/gateway/gatewayBed';
import { mutatedEvents, pieces, randomFrom } from '../../support/gateway/mutatedEvents';

let bed: GatewayBed;

beforeEach(async () => {
  bed = await gatewayBed();
});
afterEach(() => bed.close());

const count = 100_000;

it('passes 100,000 damaged events byte for byte, and shows them so', async () => {
  const streams = 10;
  for (let seed = 1; seed <= streams; seed += 1) {
    const random = randomFrom(seed);
    const bytes = Buffer.concat(mutatedEvents(count / streams, random));
    bed.answer = async (incoming, response) => {
      incoming.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces(bytes, random)) {
        if (!response.write(piece)) await new Promise(resolve => response.once('drain', resolve));
      }
      response.end();
    };
    const observed = new Observed();
    const lease = bed.lease({ observe: observed.observe });
    const answer = await send(`${bed.gateway.addressFor(lease)}/v1/messages`);
    const isSame = (await bodyOf(answer)).equals(bytes);
    expect([seed, isSame, await observed.ended()]).toEqual([seed, true, 'complete']);
    expect(Buffer.concat(observed.chunks).equals(bytes)).toBe(true);
  }
}, 120_000);
