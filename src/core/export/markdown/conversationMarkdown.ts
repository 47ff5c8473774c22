import type { Turn } from '../../../contract/conversation';
import { plainLine } from './fences';
import { type TurnForm, turnMarkdown } from './turnMarkdown';

/** What a document says of its conversation before anything that was said in it. */
export interface ConversationFacts {
  readonly title: string;
  readonly cwd: string;
  readonly sessionId: string;
  readonly agentVersion?: string | undefined;
  /** US dollars. */
  readonly costUsd?: number | undefined;
  /** When it was exported, in milliseconds since 1970. */
  readonly at: number;
}

/** A conversation as Markdown, piece by piece; the pieces follow each other without anything between. */
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

function headOf(facts: ConversationFacts, { agentTitle, time }: TurnForm): string {
  const { title, cwd, sessionId, agentVersion, costUsd, at } = facts;
  const lines = [
    `- Folder: ${plainLine(cwd)}`,
    `- Session: ${plainLine(sessionId)}`,
    ...(agentVersion ? [`- Agent: ${plainLine(`${agentTitle} ${agentVersion}`)}`] : []),
    ...(costUsd ? [`- Cost: $${costUsd.toFixed(4)}`] : []),
    `- Exported: ${time(at)}`,
  ];
  return `# ${plainLine(title)}\n\n${lines.join('\n')}`;
}
