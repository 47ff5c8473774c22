import * as l10n from '@vscode/l10n';
import { plural } from '../../src/base/plural';
import type { Suggestion } from '../../src/contract/prompts';
import { EscapedText } from '../tools/parts/EscapedText';

/** Returns the id of the line that describes the button of a suggestion. */
export function foldersId(cardId: string, suggestion: Suggestion): string {
  return `${cardId}-${suggestion.index}`;
}

interface PermissionFoldersProps {
  readonly cardId: string;
  readonly suggestions: readonly Suggestion[];
}

/** Folders that the buttons above add. */
export function PermissionFolders({ cardId, suggestions }: PermissionFoldersProps) {
  return (
    <>
      {suggestions.map(suggestion =>
        suggestion.type === 'addDirectories' ? (
          <p
            key={suggestion.index}
            class="prompt-fact prompt-folders"
            id={foldersId(cardId, suggestion)}
          >
            <span class="prompt-fact-name">
              {plural(suggestion.directories.length, {
                one: l10n.t('This folder'),
                other: l10n.t('These folders'),
              })}
            </span>{' '}
            {suggestion.directories.map((directory, index) => (
              <code key={index}>
                <EscapedText text={directory} />
              </code>
            ))}
          </p>
        ) : null,
      )}
    </>
  );
}
