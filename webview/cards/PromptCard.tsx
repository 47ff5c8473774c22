import { AnsweredRow } from '../prompts/AnsweredRow';
import { askTitle } from '../prompts/askTitle';
import { ElicitationCard } from '../prompts/ElicitationCard';
import type { AskItem } from '../prompts/PromptGroup';
import { outcomeOf } from '../prompts/promptOutcome';
import { type CallAsk, RequestCard } from '../prompts/RequestCard';
import { useAnswer } from '../prompts/useAnswer';
import { viewOf } from '../tools/all';

/** Card for a prompt that is on no tool's card: of a subagent, of a server, or of an earlier turn. */
export function PromptCard({ item }: { readonly item: AskItem }) {
  const { prompt } = item;
  return prompt.kind === 'elicitation' ? (
    <ElicitationCard item={item} prompt={prompt} />
  ) : (
    <CallPromptCard ask={{ ...item, prompt }} />
  );
}

function CallPromptCard({ ask }: { readonly ask: CallAsk }) {
  const { prompt } = ask;
  const answering = useAnswer(prompt, ask.outcome);
  const outcome = outcomeOf(prompt, ask.outcome, answering.sentAnswer);
  return outcome === undefined ? (
    <div class="request" data-kind={prompt.kind}>
      <RequestCard ask={ask} answering={answering} />
    </div>
  ) : (
    <AnsweredRow
      promptId={prompt.id}
      icon={viewOf(prompt.call).icon}
      title={askTitle(prompt)}
      outcome={outcome}
    />
  );
}
