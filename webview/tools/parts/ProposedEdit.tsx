import type { Hunk } from '../../../src/contract/content';
import type { TextEdit } from '../../../src/contract/tools';
import { FileDiff } from './FileDiff';
import { ProposedText } from './ProposedText';

interface ProposedEditProps {
  readonly edit: TextEdit;
  readonly path: string;
  readonly id: string;
}

/** Edit as in the input: the lines that differ, or both texts if lines do not show the difference. */
export function ProposedEdit({ edit: { oldText, newText, hunks }, path, id }: ProposedEditProps) {
  return hunks === undefined ? (
    <>
      <ProposedText text={oldText} sign="-" id={`${id}:old`} />
      <ProposedText text={newText} sign="+" id={`${id}:new`} />
    </>
  ) : (
    <FileDiff
      change={{ path, hunks, ...countsOf(hunks) }}
      isPart
      partOf={typeof oldText === 'string' ? oldText : undefined}
    />
  );
}

/** Lines that hunks add and remove. */
export function countsOf(hunks: readonly Hunk[]) {
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0);
  return { added: count('+'), removed: count('-') };
}
