import { UserError } from '../../base/errors';

/** Appends the last line of npm's output, because the user sees only the error message. */
export function withReason(error: unknown): never {
  const reason = error instanceof UserError ? error.detail?.trim().split('\n').at(-1) : undefined;
  if (error instanceof UserError && reason) {
    throw new UserError(error.code, `${error.message} ${reason}`, { cause: error });
  }
  throw error;
}
