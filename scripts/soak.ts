// npm run soak: two hours of work as fast as the machine allows, in a real editor with a stand-in
// for the CLI; fails if memory, handles or processes rise above stated limits. Linux only.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedBrowser } from '../test/support/editor/sharedBrowser';
import {
  isOver,
  type Limits,
  limitsOfReloads,
  limitsOfTurns,
  lineOf,
  type Reading,
  risesOf,
} from '../test/support/soak/reading';
import { SoakWindow } from '../test/support/soak/soakWindow';
import { packageExtension } from './package';
import { provision } from './provision';
import { runScript } from './runScript';
import { parseSoak } from './soak/arguments';

/** Readings in the part without reloads. */
const readings = 12;

async function main(): Promise<number> {
  const { turns, tabs, reloads } = parseSoak(process.argv.slice(2));
  await provision(['bench'], line => console.log(line));
  const folder = await mkdtemp(join(tmpdir(), 'tandem-soak-'));
  // A package, because a build in this folder would pull the files from under a long run.
  const vsix = await packageExtension(join(folder, 'tandem.vsix'));
  const started = Date.now();
  const window = await SoakWindow.open(vsix);
  const say = (what: string, reading: Reading) => {
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    console.log(`${minutes} min  ${what}  ${summary(reading)}`);
  };
  try {
    const withoutReloads: Reading[] = [];
    const half = { turns: Math.floor(turns / 2), tabs: Math.floor(tabs / 2) };
    for (let step = 1; step <= readings; step += 1) {
      await work(window, share(half.turns, step, readings), share(half.tabs, step, readings));
      const reading = await window.read();
      withoutReloads.push(reading);
      say(`${Math.round((half.turns * step) / readings)} turns`, reading);
    }
    const afterReloads: Reading[] = [];
    const rest = { turns: turns - half.turns, tabs: tabs - half.tabs };
    for (let step = 1; step <= reloads; step += 1) {
      await window.reload();
      await work(window, share(rest.turns, step, reloads), share(rest.tabs, step, reloads));
      const reading = await window.read();
      afterReloads.push(reading);
      say(`${step} of ${reloads} reloads`, reading);
    }
    console.log(`\n== ${half.turns} turns and ${half.tabs} tabs without a reload, the second half`);
    const isLevel = judge(withoutReloads.slice(-readings / 2), limitsOfTurns);
    console.log(`\n== ${reloads} reloads, ${rest.turns} turns and ${rest.tabs} tabs`);
    return judge(afterReloads, limitsOfReloads) && isLevel ? 0 : 1;
  } finally {
    await window.close();
    await rm(folder, { recursive: true, force: true });
    await (await sharedBrowser()).close();
  }
}

/** Returns how many of all fall into this step, the first of which is 1. */
function share(all: number, step: number, steps: number): number {
  return Math.round((all * step) / steps) - Math.round((all * (step - 1)) / steps);
}

async function work(window: SoakWindow, turns: number, tabs: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await window.turn();
  for (let tab = 0; tab < tabs; tab += 1) await window.tab();
}

function judge(all: readonly Reading[], limits: Limits): boolean {
  const rises = risesOf(all, limits);
  for (const rise of rises) console.log(lineOf(rise));
  return !rises.some(isOver);
}

function summary(reading: Reading): string {
  const { hostHeap, hostRss, hostFiles, pageHeap, nodes, processes } = reading;
  const megabytes = [hostHeap, hostRss, pageHeap].map(one => one.toFixed(0));
  return `host ${megabytes[0]} MB heap, ${megabytes[1]} MB RSS, ${hostFiles} files; window ${megabytes[2]} MB, ${nodes} nodes; ${processes} processes`;
}

runScript(main);
