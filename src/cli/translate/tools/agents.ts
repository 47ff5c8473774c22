import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ToolContent } from '../../../contract/tools';
import { blocksOf, readContent } from '../../../protocol/blocks';
import { readToolResult } from '../../../protocol/toolResults';
import { type ToolResult, textAt, toolSpec } from './toolSpec';

/** `Task` up to 2.1.50, `Agent` from 2.1.120 on. */
export const agent = toolSpec(
  'agent',
  'agent',
  wire =>
    omitUndefined({
      description: wire.description ?? '',
      prompt: wire.prompt,
      agentType: wire.subagent_type,
      background: wire.run_in_background,
    }),
  {
    title: () => l10n.t('Agent'),
    target: input => textAt(input, 'description'),
    drafts: { prompt: 'prompt' },
    content: agentContent,
  },
);

/** Notes from the CLI to the model around a subagent's text. */
const harnessNote = /^\s*<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*$/;

/** Returns the subagent's final message; a background subagent has none yet. */
function agentContent({ structured, content }: ToolResult): ToolContent[] {
  const parts = readToolResult('agent', structured);
  if (isLaunch(structured)) {
    return [];
  }
  const reply = parts?.content === undefined ? content : readContent(parts.content);
  return blocksOf(reply).flatMap(block => {
    const report = block.type === 'text' ? reportIn(block.text) : '';
    return report === '' || harnessNote.test(report)
      ? []
      : [{ type: 'markdown' as const, text: report }];
  });
}

/**
 * Extracts the report from the text for the model, which frames it since 2.1.329. Results without
 * structured parts need this.
 */
function reportIn(text: string): string {
  const [frame] = /^[^[]*\[Subagent hand-back\][^\n]*The report follows:\n/.exec(text) ?? [];
  return frame === undefined
    ? text
    : text
        .slice(frame.length)
        .replace(/\nagentId: [^\n]*\n<usage>[^<]*<\/usage>\s*$/, '')
        .replace(/^ {2}/gm, '');
}

/** Whether the agent continues in the background; its end comes as a task notification. */
export function isLaunch(structured: unknown): boolean {
  const parts = readToolResult('agent', structured);
  return parts?.status === 'async_launched' || parts?.isAsync === true;
}

export const skill = toolSpec(
  'skill',
  'skill',
  wire => omitUndefined({ name: wire.skill ?? wire.command ?? '', args: wire.args }),
  { target: input => textAt(input, 'skill') ?? textAt(input, 'command') },
);

export const slashCommand = toolSpec(
  'slashCommand',
  'slashCommand',
  wire => ({ command: wire.command }),
  { target: input => textAt(input, 'command') },
);
