import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ToolContent } from '../../../contract/tools';
import { readToolResult } from '../../../protocol/toolResults';
import { type ToolResult, textAt, toolSpec } from './toolSpec';

export const question = toolSpec(
  'question',
  'question',
  wire => ({
    questions: wire.questions.map(one =>
      omitUndefined({
        question: one.question,
        header: one.header,
        multiSelect: one.multiSelect ?? false,
        options: one.options.map(({ label, description, preview }) =>
          omitUndefined({ label, description, preview }),
        ),
      }),
    ),
  }),
  { title: () => l10n.t('Ask'), content: answersContent },
);

function answersContent({ structured }: ToolResult): ToolContent[] | undefined {
  const parts = readToolResult('question', structured);
  const answers = Object.entries(parts?.answers ?? {}).map(([asked, answer]) => ({
    question: asked,
    answer: Array.isArray(answer) ? answer.map(String).join(', ') : String(answer),
  }));
  // Without answers, the result's text says that there are none.
  return answers.length > 0 ? [{ type: 'answers', answers }] : undefined;
}

export const plan = toolSpec(
  'plan',
  'plan',
  wire => omitUndefined({ plan: wire.plan, path: wire.planFilePath }),
  { title: () => l10n.t('Plan'), drafts: { plan: 'plan' }, content: planContent },
);

/** Adds the approved plan only if it differs from the proposed one. */
function planContent({ structured, input, text }: ToolResult): ToolContent[] | undefined {
  const approved = readToolResult('plan', structured)?.plan;
  if (!approved) {
    return undefined;
  }
  const [sentence = text] = text.split('\n');
  return [
    { type: 'text', text: sentence },
    ...(approved === textAt(input, 'plan') ? [] : [{ type: 'markdown' as const, text: approved }]),
  ];
}
