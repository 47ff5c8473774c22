import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import type { SectionPlace } from '../model/sectionSource';

/** Values that the form of a new agent begins with. */
export interface AgentDraft {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly tools: readonly string[];
  readonly model: string;
}

const shape = z.object({
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  tools: z.optional(z.nullable(z.array(z.string()))),
  model: z.optional(z.nullable(z.string())),
});

/** Asks the model for an agent that fits a description. Nothing is written. */
export async function draftAgent(
  place: Pick<SectionPlace, 'reports'>,
  wish: string,
  { tools, models }: { readonly tools: readonly string[]; readonly models: readonly string[] },
): Promise<AgentDraft> {
  const reports = await place.reports();
  if (!reports.aside) {
    throw new UserError(
      'cli.unsupported',
      l10n.t('This version of Claude Code cannot write a draft. Fill in the form of a new agent.'),
    );
  }
  return readDraft(await reports.aside(question(wish, tools, models)), { tools, models });
}

/**
 * Reads the model's answer, which may have words around the JSON.
 * @throws UserError `message.unanswered`
 */
function readDraft(
  answer: string,
  { tools, models }: { readonly tools: readonly string[]; readonly models: readonly string[] },
): AgentDraft {
  const draft = z.safeParse(shape, jsonIn(answer));
  const name = draft.success ? nameOf(draft.data.name) : '';
  if (!draft.success || name === '' || draft.data.instructions.trim() === '') {
    throw new UserError(
      'message.unanswered',
      l10n.t('The answer held no agent. Try again, or describe the agent in other words.'),
    );
  }
  const { description, instructions, model } = draft.data;
  return {
    name,
    description: description.replace(/\s+/g, ' ').trim().slice(0, 1_000),
    instructions: instructions.trim().slice(0, 20_000),
    tools: tools.filter(tool => draft.data.tools?.includes(tool)),
    model: models.find(one => one === model) ?? 'inherit',
  };
}

/** For the model only. */
function question(wish: string, tools: readonly string[], models: readonly string[]): string {
  return [
    'Design a subagent for Claude Code from the description below.',
    'Answer with one JSON object and nothing else. Its members:',
    '- "name": lowercase letters, digits and single hyphens, at most 40 characters',
    '- "description": one or two sentences that say when to hand work to this agent',
    '- "instructions": its system prompt in Markdown: role, steps, limits, form of the answer',
    `- "tools": an array with the fewest of ${JSON.stringify(tools)} that it needs`,
    `- "model": one of ${JSON.stringify(models)}; "inherit" unless another one clearly fits`,
    'Use the language of the description. Description:',
    wish,
  ].join('\n');
}

function jsonIn(answer: string): unknown {
  const start = answer.indexOf('{');
  const end = answer.lastIndexOf('}');
  try {
    return start === -1 ? undefined : JSON.parse(answer.slice(start, end + 1));
  } catch {
    // The caller says that there is no draft.
    return undefined;
  }
}

function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');
}
