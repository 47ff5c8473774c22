import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { Sequencer } from '../../../base/sequencer';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import { nativeUi } from '../../nativeText/nativeUi';
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

/** Queue of questions: a second one would replace the first on screen. */
const questions = new Sequencer();

export const askUser: EditorTool = {
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
        const answer = await questions.queue(() => ask(question, signal));
        return textResult(answerText(answer));
      },
    }),
};

type Answer = { readonly kind: 'dismissed' } | { readonly kind: 'given'; texts: readonly string[] };
const dismissed: Answer = { kind: 'dismissed' };

function answerText(answer: Answer): string {
  if (answer.kind === 'dismissed') {
    return 'dismissed: the user has closed the question without an answer.';
  }
  return answer.texts.length === 0 ? 'The user picked nothing.' : answer.texts.join('\n');
}

async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) {
    return dismissed;
  }
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel);
  try {
    return question.options && question.options.length > 0
      ? await pick(question, source.token)
      : await type(question, source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

interface Choice extends vscode.QuickPickItem {
  readonly isOther?: boolean;
}

async function pick(question: Question, token: vscode.CancellationToken): Promise<Answer> {
  const { multiSelect = false, allowOther = true, options = [] } = question;
  const items: Choice[] = [
    ...options.map(({ label, description }) => ({
      label,
      ...(description ? { detail: description } : {}),
    })),
    ...(allowOther ? [{ label: vscode.l10n.t('Something else…'), isOther: true }] : []),
  ];
  const shown = {
    title: vscode.l10n.t('The agent asks'),
    placeHolder: question.question,
    ignoreFocusOut: true,
    matchOnDetail: true,
  };
  const picked = multiSelect
    ? await nativeUi.showQuickPick(items, { ...shown, canPickMany: true }, token)
    : await nativeUi.showQuickPick(items, shown, token).then(one => one && [one]);
  if (!picked) {
    return dismissed;
  }
  const labels = picked.filter(one => !one.isOther).map(({ label }) => label);
  if (!picked.some(({ isOther }) => isOther)) {
    return { kind: 'given', texts: labels };
  }
  const other = await type(question, token);
  return other.kind === 'given' ? { kind: 'given', texts: [...labels, ...other.texts] } : dismissed;
}

async function type({ question }: Question, token: vscode.CancellationToken): Promise<Answer> {
  const text = await nativeUi.showInputBox(
    { title: vscode.l10n.t('The agent asks'), prompt: question, ignoreFocusOut: true },
    token,
  );
  return text === undefined ? dismissed : { kind: 'given', texts: [text] };
}
