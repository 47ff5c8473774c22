import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';

/** Milliseconds that reading one mention may take. */
const timeLimit = 5_000;

/**
 * Runs a task that ends when the signal aborts or the time is up, whether or not it listens.
 * @throws UserError `mention.slow`
 */
export async function limited<T>(
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<T>,
  limit = timeLimit,
): Promise<T> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () =>
      reject(
        new UserError(
          'mention.slow',
          l10n.t('A mention took too long to read. Send the message again, or remove it.'),
        ),
      );
    both.addEventListener('abort', stop, { once: true });
  });
  try {
    both.throwIfAborted();
    return await Promise.race([run(both), stopped]);
  } finally {
    if (stop) {
      both.removeEventListener('abort', stop);
    }
  }
}
