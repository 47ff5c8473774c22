// npm run bench:peers: the same rows for Tandem, a bare extension and, with `--peers FOLDER`, other
// extensions, in one interleaved run. `--write` puts the result into docs/comparison.md.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../test/support/cache';
import { withFileLock } from '../test/support/cacheLock';
import { findEditor } from '../test/support/editor/provision';
import { sharedBrowser } from '../test/support/editor/sharedBrowser';
import { runProgram } from '../test/support/npmClient';
import { buildPeer, packFolder } from '../test/support/peers/buildPeer';
import { CheckoutError, findCheckout } from '../test/support/peers/checkouts';
import { coldStart } from '../test/support/peers/coldStart';
import { measureWindow } from '../test/support/peers/measureWindow';
import { bareFolder, notCompared, type Product, products } from '../test/support/peers/products';
import {
  documentOf,
  type ProductResults,
  type RunFacts,
  tableOf,
} from '../test/support/peers/report';
import type { RoundResults } from '../test/support/peers/rows';
import { Unavailable } from '../test/support/provisions/unavailable';
import { type PeersArguments, parsePeers } from './benchPeers/arguments';
import { packageExtension } from './package';
import { inWords, provision } from './provision';
import { quietMachine } from './quietMachine';

const root = join(__dirname, '..');
const document = join(root, 'docs', 'comparison.md');

interface Prepared {
  readonly folder: string;
  readonly packageBytes: number;
}

async function main(): Promise<void> {
  const options = parsePeers(process.argv.slice(2));
  await provision(['bench'], line => console.log(line));
  const chosen = products.filter(
    ({ name }) => options.only.length === 0 || options.only.includes(name),
  );
  const checkouts = await checkoutsOf(chosen, options.peers);
  const started = Date.now();
  const prepared = await prepareAll(chosen, checkouts);
  const facts = await factsOf(options);
  const measuring = Date.now();
  const results = await measureAll(chosen, prepared, options);
  const comparison = { products: chosen, results };
  console.log(`\n${tableOf(comparison)}\n`);
  const minutes = (since: number) => Math.round((Date.now() - since) / 60_000);
  console.log(`${minutes(measuring)} minutes, ${minutes(started)} with building`);
  if (!options.writes) return;
  const run = { ...facts, minutes: minutes(measuring) };
  await writeFile(document, documentOf(comparison, notCompared, run));
  console.log(`Written: ${document}`);
}

/** Finds all checkouts first, so that a missing one does not end a long run. */
async function checkoutsOf(
  chosen: readonly Product[],
  folder: string | undefined,
): Promise<ReadonlyMap<Product, string>> {
  const found = new Map<Product, string>();
  for (const product of chosen) {
    if (!product.source || folder === undefined) continue;
    found.set(product, await findCheckout(folder, product.source));
  }
  return found;
}

async function prepareAll(
  chosen: readonly Product[],
  checkouts: ReadonlyMap<Product, string>,
): Promise<ReadonlyMap<Product, Prepared>> {
  const prepared = new Map<Product, Prepared>();
  for (const product of chosen) {
    const checkout = checkouts.get(product);
    if (product.source && !checkout) continue;
    console.log(`Building ${product.title}`);
    prepared.set(product, await prepare(product, checkout));
  }
  return prepared;
}

async function prepare(product: Product, checkout: string | undefined): Promise<Prepared> {
  const { name, source } = product;
  if (source && checkout) {
    const lock = join(cacheFolder(), 'provision.lock');
    return withFileLock(lock, () => buildPeer(name, checkout, source, line => console.log(line)));
  }
  const folder = await mkdtemp(join(tmpdir(), 'tandem-peers-'));
  try {
    const target = join(folder, 'package.vsix');
    if (name === 'tandem') await packageExtension(target);
    else await packFolder(bareFolder, target);
    const { size } = await stat(target);
    return { folder: name === 'tandem' ? root : bareFolder, packageBytes: size };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs all rounds; each begins with another product. */
async function measureAll(
  chosen: readonly Product[],
  prepared: ReadonlyMap<Product, Prepared>,
  { rounds, prompts, isLong }: PeersArguments,
): Promise<ReadonlyMap<Product, ProductResults>> {
  const all = new Map<Product, RoundResults[]>();
  for (let round = 0; round < rounds; round += 1) {
    const order = chosen.map((_, at) => chosen[(at + round) % chosen.length]);
    for (const product of order) {
      const one = product && prepared.get(product);
      if (!one) continue;
      if (!(await quietMachine())) console.log('Other programs keep the machine busy.');
      const began = Date.now();
      const plan = { prompts, isLong: isLong && round === rounds - 1 };
      const rows: RoundResults = {
        ...(await coldRows(one.folder)),
        package: one.packageBytes / 1_024,
        ...(await measureWindow(product, one.folder, plan)),
      };
      all.set(product, [...(all.get(product) ?? []), rows]);
      const seconds = ((Date.now() - began) / 1_000).toFixed(0);
      console.log(`Round ${round + 1} of ${rounds}: ${product.title}, ${seconds} s`);
      reportFailures(rows);
    }
  }
  const without = { notRun: 'no --peers' };
  return new Map(chosen.map(product => [product, all.get(product) ?? without]));
}

async function coldRows(folder: string): Promise<RoundResults> {
  try {
    const { activated, loaded } = await coldStart(folder);
    return { activate: activated, startClosure: loaded / 1_024 };
  } catch (error) {
    const notRun = 'it does not start with a stub of the editor';
    console.log(`  ${notRun}: ${inWords(error)}`);
    return { activate: { notRun }, startClosure: { notRun } };
  }
}

function reportFailures(rows: RoundResults): void {
  const reasons = Object.values(rows).flatMap(value =>
    typeof value === 'object' ? [value.notRun] : [],
  );
  for (const reason of new Set(reasons)) console.log(`  not run: ${reason}`);
}

async function factsOf({ rounds, prompts }: PeersArguments): Promise<Omit<RunFacts, 'minutes'>> {
  const [load = 0] = loadavg();
  const { vscode, node } = await findEditor('newest');
  const [commit, changes] = await Promise.all([
    runProgram('git', ['-C', root, 'rev-parse', '--short=10', 'HEAD']),
    runProgram('git', ['-C', root, 'status', '--porcelain', '--untracked-files=no']),
  ]);
  return {
    ...{ date: new Date().toISOString().slice(0, 10), rounds, prompts, vscode },
    load: Number(load.toFixed(1)),
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: (await runProgram(node, ['--version'])).trim(),
    browser: (await sharedBrowser()).version(),
    commit: `${commit.trim()}${changes.trim() ? ' with changes' : ''}`,
  };
}

main()
  .then(async () => (await sharedBrowser()).close())
  .catch((error: unknown) => {
    const isPlain = error instanceof CheckoutError || error instanceof Unavailable;
    console.error(isPlain ? error.message : inWords(error));
    process.exitCode = 1;
  });
