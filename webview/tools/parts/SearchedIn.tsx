import * as l10n from '@vscode/l10n';
import type { ToolContent } from '../../../src/contract/tools';
import { fillIn } from '../../ui/fillIn';
import { fileTarget } from './clickTargets';
import { TargetLink } from './TargetLink';

/** Returns the number of results, such as "3 files". */
export function foundSummary(
  contents: readonly ToolContent[],
  countOf: (count: number) => string,
): string | null {
  const found = contents.find(content => content.type === 'matches');
  if (found === undefined) {
    return null;
  }
  const count = countOf(found.total);
  return found.truncated ? l10n.t('{0} or more', count) : count;
}

interface SearchedInProps {
  readonly path: string | undefined;
  /** Glob pattern for the searched files. */
  readonly files?: string | undefined;
}

export function SearchedIn({ path, files }: SearchedInProps) {
  const place = path === undefined ? undefined : fileTarget(path);
  if (place === undefined && files === undefined) {
    return null;
  }
  return (
    <p class="tool-note">
      {place === undefined
        ? null
        : fillIn(l10n.t('in {0}'), <TargetLink target={place}>{path}</TargetLink>)}
      {files === undefined ? null : <> {fillIn(l10n.t('files {0}'), <code>{files}</code>)}</>}
    </p>
  );
}
