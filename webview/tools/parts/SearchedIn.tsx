import type { ToolContent } from '../../../src/contract/tools';
import { fileTarget } from './clickTargets';
import { countOf } from './plainText';
import { TargetLink } from './TargetLink';

/** Returns the number of results, such as "3 files". */
export function foundSummary(contents: readonly ToolContent[], what: string): string | null {
  const found = contents.find(content => content.type === 'matches');
  if (found === undefined) {
    return null;
  }
  return `${countOf(found.total, what)}${found.truncated ? ' or more' : ''}`;
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
      {place === undefined ? null : (
        <>
          in <TargetLink target={place}>{path}</TargetLink>
        </>
      )}
      {files === undefined ? null : (
        <>
          {' '}
          files <code>{files}</code>
        </>
      )}
    </p>
  );
}
