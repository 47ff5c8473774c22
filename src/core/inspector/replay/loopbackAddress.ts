import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';

const hosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Reads an address of this machine. A recorded request goes nowhere else: it has no key, and its
 * content may be confidential.
 * @throws UserError `inspector.address`
 */
export function loopbackAddress(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  const isPlain = url?.protocol === 'http:' && url.username === '' && url.password === '';
  if (url && isPlain && hosts.has(url.hostname) && url.search === '' && url.hash === '') {
    return url;
  }
  throw new UserError(
    'inspector.address',
    l10n.t(
      'Recorded calls are sent only to this machine. Enter an address such as {0}.',
      'http://127.0.0.1:8080',
    ),
  );
}
