import * as l10n from '@vscode/l10n';
import { fineCostText } from '../../../base/locale';
import type { Turn } from '../../../contract/conversation';
import { plainLine } from './fences';
import { type TurnForm, turnMarkdown } from './turnMarkdown';

/** Facts in the header of an exported conversation. */
export interface ConversationFacts {
  readonly title: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly agentTitle: string;
  readonly agentVersion?: string | undefined;
  /** US dollars. */
  readonly costUsd?: number | undefined;
  /** Time of the export, in milliseconds since 1970. */
  readonly at: number;
}

/** Renders a conversation as Markdown pieces, to be joined without a separator. */
export async function* conversationMarkdown(
  facts: ConversationFacts,
  turns: AsyncIterable<Turn>,
  form: TurnForm,
): AsyncGenerator<string> {
  yield `${headOf(facts, form)}\n`;
  for await (const turn of turns) {
    const text = await turnMarkdown(turn, form);
    if (text !== '') {
      yield `\n---\n\n${text}\n`;
    }
  }
}

function headOf(facts: ConversationFacts, { time }: TurnForm): string {
  const { title, cwd, sessionId, agentTitle, agentVersion, costUsd, at } = facts;
  const lines = [
    `- ${l10n.t('Folder: {0}', plainLine(cwd))}`,
    `- ${l10n.t('Session: {0}', plainLine(sessionId))}`,
    ...(agentVersion
      ? [`- ${l10n.t('Agent: {0}', plainLine(`${agentTitle} ${agentVersion}`))}`]
      : []),
    ...(costUsd ? [`- ${l10n.t('Cost: {0}', fineCostText(costUsd))}`] : []),
    `- ${l10n.t('Exported: {0}', time(at))}`,
  ];
  return `# ${plainLine(title)}\n\n${lines.join('\n')}`;
}
