import type { ContextBlock } from '../../protocol/agentSource';
import type { ChangeSet } from './readChanges';

const mostNames = 200;

/** Gives changes to a model as content of a message, with the names of what is left out. */
export function changeBlocks({ root, diff, withheld, tooLarge, more }: ChangeSet): ContextBlock[] {
  const left = [
    ...withheld.map(name => `${JSON.stringify(name)} (private: do not read it)`),
    ...tooLarge.map(name => `${JSON.stringify(name)} (too large to be shown)`),
  ];
  const rest = Math.max(0, left.length - mostNames) + more;
  const names = [...left.slice(0, mostNames), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return [
    { kind: 'changes', title: `Changes; paths are relative to ${root}`, text: diff },
    ...(names.length > 0
      ? [
          {
            kind: 'text',
            title: 'Changed files that are left out',
            text: names.join('\n'),
          } as const,
        ]
      : []),
  ];
}
