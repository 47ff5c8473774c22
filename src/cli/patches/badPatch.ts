import { UserError } from '../../base/errors';

/** Error about a patch that cannot be read; its words are for the agent. */
export function badPatch(reason: string): UserError {
  return new UserError('edit.badPatch', `The patch cannot be read. ${reason}`);
}

/** Error about a patch that asks for more than changing or creating a file. */
export function otherChange(path: string, change: 'deletes' | 'moves'): UserError {
  return badPatch(
    `It ${change} ${path}. A patch can change or create a file; use the shell for anything else.`,
  );
}
