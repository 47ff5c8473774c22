/**
 * Takes pictures of the page in all states, widths and themes. Compares them with the accepted ones.
 *
 *     npm run pictures -- [--accept | --docs] [state…]
 *
 * `--docs` makes those of the walkthrough and the README anew. Other words select states by parts of their names. Output: test-results/pictures/index.html.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extentVariable } from '../test/support/extent';
import { acceptanceVariable } from '../test/support/pictures/acceptance';
import { type PictureArguments, pictureArguments, testsOf } from './pictures/arguments';
import { provision } from './provision';
import { runScript } from './runScript';
import { endWhenAsked } from './test/endWhenAsked';
import { oneAtATime } from './test/oneAtATime';
import { Run } from './test/run';
import { runSuite } from './test/runSuite';
import { isGreen, summary } from './test/summary';

const root = join(__dirname, '..');
const results = join(root, 'test-results');
const sheet = join(results, 'pictures', 'index.html');

async function main(): Promise<number> {
  const wanted = pictureArguments(process.argv.slice(2));
  const run = await Run.start();
  endWhenAsked(run);
  try {
    return await oneAtATime(root, () => takePictures(run, wanted));
  } finally {
    await run.end();
  }
}

async function takePictures(run: Run, wanted: PictureArguments): Promise<number> {
  const { names, isAccepting, forDocuments } = wanted;
  const files = `test/page/${forDocuments ? 'documentPictures.full' : 'pictures'}.test.ts`;
  const extent = names.length > 0 ? 'some' : 'all';
  if (!forDocuments) await rm(join(results, 'pictures'), { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  await provision(['page'], line => console.log(line));
  const outcome = await runSuite(run, {
    ...{ suite: 'page', root, results, files: [files] },
    ...(names.length > 0 ? { options: ['-t', testsOf(names)], isPick: true } : {}),
    env: { [extentVariable]: 'full', ...(isAccepting ? { [acceptanceVariable]: extent } : {}) },
  });
  console.log(`\n${summary([outcome])}`);
  if (!forDocuments) console.log(`\nThe contact sheet: ${sheet}`);
  return isGreen([outcome]) ? 0 : 1;
}

runScript(main);
