import { inWords } from './provision';

/** Runs a script. A number from it is the exit code of this process; an error is printed. */
export function runScript(main: () => Promise<unknown>): void {
  main().then(
    code => {
      if (typeof code === 'number') process.exitCode = code;
    },
    (error: unknown) => {
      console.error(inWords(error));
      process.exitCode = 1;
    },
  );
}
