import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { RecordedCall, RecordedRequest } from '../../../contract/inspector/recordedCall';
import { type Mask, maskedRequest } from './masked';
import { usualOrigin } from './usualOrigin';

export interface CurlOptions {
  readonly mask: Mask;
  /** Address of the API, which recordings do not have. */
  readonly origin?: string;
}

/** Headers that curl sets itself, or that ask for an answer that it would not decode. */
const ofCurl: ReadonlySet<string> = new Set([
  ...['content-length', 'accept-encoding', 'content-encoding', 'transfer-encoding', 'host'],
]);

/**
 * Characters that a terminal obeys when they are pasted. In JSON they may stand in texts only, where
 * an escape means the same.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be pasted.
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029]/g;
/** Marks that show an address or a header in another order than the one that is sent. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Returns a command line for POSIX shells that sends the request again, with the key of the user's
 * environment. The body goes through a pipe, because an argument must not be that long.
 * @throws UserError `inspector.notRecorded`, `inspector.cut`
 */
export function curlOf(
  recorded: RecordedCall,
  { mask, origin = usualOrigin }: CurlOptions,
): string {
  const request = maskedRequest(wholeRequest(recorded), mask);
  const address = `${origin}${request.path}`;
  const headers = Object.entries(request.headers).filter(([name]) => !ofCurl.has(name));
  const lines = [
    `printf '%s' ${quoted(request.body.replace(controls, escaped))} | curl --no-buffer --globoff ${quoted(plain(address))}`,
    '-H "x-api-key: $ANTHROPIC_API_KEY"',
    ...headers.map(([name, value]) => `-H ${quoted(plain(`${name}: ${value}`))}`),
    '--data-binary @-',
  ];
  return `${lines.join(' \\\n  ')}\n`;
}

/** @throws UserError `inspector.notRecorded`, `inspector.cut` */
export function wholeRequest({ request }: RecordedCall): RecordedRequest {
  if (!request) {
    throw new UserError(
      'inspector.notRecorded',
      l10n.t('The content of this call is not recorded. Record model calls, and repeat it.'),
    );
  }
  if (request.isCut) {
    throw new UserError(
      'inspector.cut',
      l10n.t('This request was too large to be recorded completely, so it cannot be sent again.'),
    );
  }
  return request;
}

/** Nothing is special between these quotation marks, except for the mark itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function plain(text: string): string {
  return text
    .replace(controls, '')
    .replace(directions, '')
    .replace(/[\r\n\t]/g, ' ');
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
