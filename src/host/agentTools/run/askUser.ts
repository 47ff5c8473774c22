import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import * as z from '../../../base/schema';
import { Sequencer } from '../../../base/sequencer';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { nativeUi } from '../../nativeText/nativeUi';
import type { EditorTool } from '../tool/editorTool';

const input = z.object({
  question: z.string().check(z.minLength(1), z.maxLength(500)),
  options: z.optional(
    z
      .array(z.object({ label: z.string(), description: z.optional(z.string()) }))
      .check(z.maxLength(50), z.describe('Without them the user types a line.')),
  ),
  multiSelect: z.optional(z.boolean()),
  /** Whether the user may answer in their own words. */
  allowOther: z.optional(z.boolean().check(z.describe('True by default.'))),
});
type Question = z.output<typeof input>;

/** Queue of inputs: a second one would replace the first on screen. */
const inputs = new Sequencer();

/** Native UI with which questions are asked. */
export interface QuestionUi
  extends Pick<typeof nativeUi, 'showInformationMessage' | 'showQuickPick' | 'showInputBox'> {
  createCancellation(): Pick<vscode.CancellationTokenSource, 'token' | 'cancel' | 'dispose'>;
}

export function askUser(ui: QuestionUi): EditorTool {
  return {
    group: 'other',
    asksItself: true,
    make: () =>
      defineTool({
        name: 'ask_person',
        title: 'Ask the user',
        description:
          'Asks the user a short question in the editor: a list to pick from, or a line to type. Returns the answer, or that they dismissed it.',
        input,
        run: async (question, { signal }) => {
          const isWanted = !signal.aborted && (await wantsToAnswer(ui, question, signal));
          const answer = isWanted ? await inputs.queue(() => ask(ui, question, signal)) : dismissed;
          return textResult(answerText(answer));
        },
      }),
  };
}

type Answer = { readonly kind: 'dismissed' } | { readonly kind: 'given'; texts: readonly string[] };
const dismissed: Answer = { kind: 'dismissed' };

function answerText(answer: Answer): string {
  if (answer.kind === 'dismissed') {
    return 'dismissed: the user has closed the question without an answer.';
  }
  return answer.texts.length === 0 ? 'The user picked nothing.' : answer.texts.join('\n');
}

async function ask(ui: QuestionUi, question: Question, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) {
    return dismissed;
  }
  const source = ui.createCancellation();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel);
  try {
    return question.options && question.options.length > 0
      ? await pick(ui, question, source.token)
      : await type(ui, question, source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

/**
 * Shows the question as a message, which leaves the keyboard to what the user is typing. An input
 * opened by the agent could receive a password or a command instead of an answer.
 */
async function wantsToAnswer(
  ui: QuestionUi,
  { question }: Question,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = l10n.t('Answer');
  // VS Code cannot withdraw the message, so its button does nothing once the agent has moved on.
  const aborted = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const message = ui.showInformationMessage(l10n.t('Question for you: {0}', question), answer);
  return (await Promise.race([message, aborted])) === answer;
}

interface Choice extends vscode.QuickPickItem {
  readonly isOther?: boolean;
}

async function pick(
  ui: QuestionUi,
  question: Question,
  token: vscode.CancellationToken,
): Promise<Answer> {
  const { multiSelect = false, allowOther = true, options = [] } = question;
  const items: Choice[] = [
    ...options.map(({ label, description }) => ({
      label,
      ...(description ? { detail: description } : {}),
    })),
    ...(allowOther ? [{ label: l10n.t('Something else…'), isOther: true }] : []),
  ];
  const shown = {
    title: l10n.t('Question for You'),
    placeHolder: question.question,
    ignoreFocusOut: true,
    matchOnDetail: true,
  };
  const picked = multiSelect
    ? await ui.showQuickPick(items, { ...shown, canPickMany: true }, token)
    : await ui.showQuickPick(items, shown, token).then(one => one && [one]);
  if (!picked) {
    return dismissed;
  }
  const labels = picked.filter(one => !one.isOther).map(({ label }) => label);
  if (!picked.some(({ isOther }) => isOther)) {
    return { kind: 'given', texts: labels };
  }
  const other = await type(ui, question, token);
  return other.kind === 'given' ? { kind: 'given', texts: [...labels, ...other.texts] } : dismissed;
}

async function type(
  ui: QuestionUi,
  { question }: Question,
  token: vscode.CancellationToken,
): Promise<Answer> {
  const text = await ui.showInputBox(
    { title: l10n.t('Question for You'), prompt: question },
    token,
  );
  return text === undefined ? dismissed : { kind: 'given', texts: [text] };
}
