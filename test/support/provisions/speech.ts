import { findExecutable } from '../../../src/node/executable';
import { installPackages } from '../debian';
import type { Provision } from './provideAll';

const programs = ['espeak-ng', 'pocketsphinx_continuous'];

/** Programs that speak and recognize, for tests of dictation. */
export function speechPrograms(): Provision {
  return {
    name: 'speech',
    what: 'A voice and a recognizer (espeak-ng, PocketSphinx)',
    megabytes: 26,
    isThere: async () => {
      const { env, platform } = process;
      const found = await Promise.all(
        programs.map(name => findExecutable(name, { env, platform })),
      );
      return found.every(path => path !== undefined);
    },
    provide: progress =>
      installPackages(['espeak-ng', 'pocketsphinx', 'pocketsphinx-en-us'], progress),
  };
}
