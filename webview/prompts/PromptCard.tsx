import { ElicitationCard } from './ElicitationCard';
import { PermissionCard } from './PermissionCard';
import { PlanCard } from './PlanCard';
import type { AskItem } from './PromptShell';
import { QuestionCard } from './QuestionCard';

/** Card for a prompt, at its position in the transcript. */
export function PromptCard({ item }: { readonly item: AskItem }) {
  const { prompt } = item;
  switch (prompt.kind) {
    case 'permission':
      return <PermissionCard item={item} prompt={prompt} />;
    case 'question':
      return <QuestionCard item={item} prompt={prompt} />;
    case 'plan':
      return <PlanCard item={item} prompt={prompt} />;
    case 'elicitation':
      return <ElicitationCard item={item} prompt={prompt} />;
  }
}
