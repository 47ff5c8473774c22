import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { keepByteOrderMark, toFileText, toLineFeeds } from '../../cli/patches/lineEndings';
import type { Finding } from './findings';

/**
 * Returns a file's text with the suggestion in place of the reviewed lines. These are looked for
 * where the finding is now, else where they are once in the file.
 * @throws UserError `edit.conflict` if the lines are no longer what was reviewed
 */
export function suggestedText(
  {
    start,
    original,
    suggestion = '',
    file,
  }: Pick<Finding, 'start' | 'original' | 'suggestion' | 'file'>,
  current: string,
): string {
  const lines = toLineFeeds(current)
    .replace(/^\ufeff/, '')
    .split('\n');
  const wanted = original.split('\n');
  const isAt = (at: number) => wanted.every((line, index) => lines[at + index] === line);
  const places = isAt(start) ? [start] : [...lines.keys()].filter(isAt).slice(0, 2);
  const [at] = places;
  if (at === undefined || places.length > 1) {
    throw new UserError(
      'edit.conflict',
      l10n.t(
        'The reviewed lines of {0} have changed. Make the change by hand, or review again.',
        file,
      ),
    );
  }
  const replacement = suggestion === '' ? [] : suggestion.split('\n');
  const text = lines.toSpliced(at, wanted.length, ...replacement).join('\n');
  return keepByteOrderMark(toFileText(text, current), current);
}
