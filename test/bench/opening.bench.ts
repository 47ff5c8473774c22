import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from '../../scripts/bundles';
import { sharedBrowser } from '../support/editor/sharedBrowser';
import { type OpeningTimes, PeerWindow } from '../support/peers/peerWindow';
import { bareFolder, type Product, type ProductName, products } from '../support/peers/products';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { median } from './pipedCpu';

/**
 * The first opening of the chat on a machine, in the real editor, against that of an extension whose
 * page is a box. Each opening has a window and an extension host of its own, in turn.
 */

const root = join(__dirname, '..', '..');
const rounds = 5;
/** Milliseconds in which VS Code asks each window's extensions for what they contribute. */
const unusedMs = 5_000;

export const bench: Benchmark = {
  name: 'first opening of the chat',
  async run() {
    await build({ isProduction: true });
    const [bare, tandem] = [productOf('bare'), productOf('tandem')];
    const times = { bare: [] as OpeningTimes[], tandem: [] as OpeningTimes[] };
    try {
      for (let round = 0; round < rounds; round += 1) {
        times.bare.push(await opening(bare, bareFolder));
        times.tandem.push(await opening(tandem, root));
      }
    } finally {
      await (await sharedBrowser()).close();
    }
    return [
      resultOf('until its box takes text', times, 'box', 1.8),
      resultOf('until its page has started', times, 'started', 5),
    ];
  },
};

function productOf(name: ProductName): Product {
  const product = products.find(one => one.name === name);
  if (!product) throw new Error(`${name} is not compared`);
  return product;
}

async function opening(product: Product, folder: string): Promise<OpeningTimes> {
  const window = await PeerWindow.open(product, folder);
  try {
    await delay(unusedMs);
    await window.settle();
    return await window.openChat();
  } finally {
    await window.close();
  }
}

function resultOf(
  what: string,
  times: Readonly<Record<'bare' | 'tandem', readonly OpeningTimes[]>>,
  part: keyof OpeningTimes,
  limit: number,
): BenchmarkResult {
  const [ours, theirs] = [times.tandem.map(one => one[part]), times.bare.map(one => one[part])];
  const [least, most] = [Math.min(...ours), Math.max(...ours)].map(time => time.toFixed(0));
  return {
    what: `${what}, against a bare extension's`,
    measured: median(ours) / median(theirs),
    limit,
    unit: '×',
    detail: `${median(ours).toFixed(0)} / ${median(theirs).toFixed(0)} ms; ${least} to ${most}`,
  };
}
