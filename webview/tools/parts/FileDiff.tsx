import type { FileChange } from '../../../src/contract/content';
import { Diff } from '../../ui/Diff';
import { languageOfPath } from '../../ui/highlight/languages';
import { FileLine } from './EscapedText';
import { hasHidden } from './invisibleCharacters';

interface FileDiffProps {
  readonly change: FileChange;
  /** Old text that an edit replaces: the numbers in the hunks are those of its lines, then. */
  readonly partOf?: string | undefined;
  readonly isPart?: boolean;
}

/** Lines of a file that change or have changed, with characters pointed out that have no shape. */
export function FileDiff({ change, partOf, isPart = false }: FileDiffProps) {
  const { path, hunks, added, removed } = change;
  return (
    <Diff
      patch={hunks}
      language={languageOfPath(path)}
      added={added}
      removed={removed}
      hasNumbers={!isPart}
      oldText={partOf}
      spell={spell}
    />
  );
}

function spell(line: string) {
  return hasHidden(line) ? <FileLine line={line} /> : undefined;
}
