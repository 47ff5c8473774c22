import type { Turn } from '../../src/contract/conversation';
import type { Prompt } from '../../src/contract/prompts';
import { AskSlot } from './AskSlot';

interface WaitingPromptsProps {
  readonly turns: readonly Turn[];
  readonly open: Turn | undefined;
  readonly waiting: readonly Prompt[];
}

/** Waiting prompts from turns that are not in the document, so that the user does not miss them. */
export function WaitingPrompts({ turns, open, waiting }: WaitingPromptsProps) {
  const shown = new Set<string>();
  for (const turn of open ? [...turns, open] : turns) {
    for (const item of turn.items) {
      if (item.kind === 'ask') {
        shown.add(item.prompt.id);
      }
    }
  }
  const missing = waiting.filter(prompt => !shown.has(prompt.id));
  return (
    <>
      {missing.map(prompt => {
        const key = `ask:${prompt.id}`;
        return <AskSlot key={key} item={{ kind: 'ask', key, at: 0, prompt }} />;
      })}
    </>
  );
}
