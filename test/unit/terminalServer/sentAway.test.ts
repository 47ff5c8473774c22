import { afterEach, beforeEach, expect, it } from 'vitest';
import { type IdeBed, ideBed } from '../../support/ide/ideBed';
import { IdeTestClient } from '../../support/ide/ideTestClient';
import { FakeClock } from '../node/fakeClock';

let bed: IdeBed;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  bed = await ideBed({ clock });
});

afterEach(() => bed.server.dispose());

/** Introduces its process like a reconnecting CLI. @returns the close code */
async function comeBack(pid: number): Promise<number> {
  const client = await IdeTestClient.open(bed.address);
  await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  client.tell('notifications/initialized');
  client.tell('ide_connected', { pid });
  return client.closed;
}

it('rejects a disconnected CLI while it retries on its own, and accepts it later', async () => {
  const client = await IdeTestClient.connect(bed.address, 4711);
  const [connection] = bed.server.connections;
  bed.server.disconnect(connection?.id ?? -1);
  expect(await client.closed).toBe(1008);
  expect(await comeBack(4711)).toBe(1008);
  await bed.until(() => bed.server.connections.length === 0);

  await IdeTestClient.connect(bed.address, 4712);
  expect(bed.server.connections.map(({ pid }) => pid)).toEqual([4712]);
  clock.advance(20_000);
  await IdeTestClient.connect(bed.address, 4711);
  expect(bed.server.connections.map(({ pid }) => pid)).toEqual([4712, 4711]);
});
