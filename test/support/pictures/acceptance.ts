/** Environment variable that says what is taken over: `all`, `some`, or nothing if it is unset. */
export const acceptanceVariable = 'TANDEM_ACCEPT_PICTURES';

/** Whether a run takes over all pictures or some of them; undefined if it compares them. */
export type Acceptance = 'all' | 'some' | undefined;

/** @throws if the variable has another value */
export function acceptanceOf(env: NodeJS.ProcessEnv): Acceptance {
  const value = env[acceptanceVariable];
  if (value === undefined || value === 'all' || value === 'some') return value;
  throw new Error(`${acceptanceVariable} is "${value}", and should be "all" or "some".`);
}
