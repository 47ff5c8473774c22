import * as l10n from '@vscode/l10n';
import { outcomeText } from '../../contract/labels/outcomeText';
import { promptTitle } from '../../contract/labels/promptLabel';
import type {
  PermissionPrompt,
  PlanPrompt,
  Prompt,
  PromptOutcome,
  QuestionPrompt,
  Suggestion,
} from '../../contract/prompts';
import type { Question } from '../../contract/tools';
import { codeSpan } from '../nativeText/codeSpan';
import { escapedLine } from '../nativeText/commentMarkdown';
import type { Reply, ReplyButton } from '../nativeText/reply';
import { callText } from './callText';
import { openButton } from './openButton';

/** Options of a question that get a button each; more are picked from a list. */
const mostButtons = 6;

/** Conversation of a prompt, as far as showing the prompt takes it. */
export interface AskedChannel {
  readonly record: { readonly sessionId: string };
  /** Called when all of the request is shown, so that it may be allowed by the buttons here. */
  noteShown(id: Prompt['id']): void;
}

/** Shows a prompt with the buttons that answer it. The first answer wins, wherever it is given. */
export function showPrompt(reply: Reply, prompt: Prompt, channel: AskedChannel): void {
  switch (prompt.kind) {
    case 'permission':
      showPermission(reply, prompt, channel);
      break;
    case 'plan':
      showPlan(reply, prompt);
      break;
    case 'question':
      showQuestion(reply, prompt);
      break;
    case 'elicitation':
      reply.markdown(
        paragraphs(heading(promptTitle(prompt)), escapedLine(prompt.message.slice(0, 2_000))),
      );
      reply.button({
        title: l10n.t('Answer…'),
        command: 'tandem.input.answer',
        args: [prompt.id],
      });
      reply.button({
        title: l10n.t('Decline'),
        command: 'tandem.input.decline',
        args: [prompt.id],
      });
      break;
  }
  reply.button(openButton(channel.record.sessionId));
}

/** Writes what has become of a prompt of this kind. */
export function showOutcome(reply: Reply, kind: Prompt['kind'], outcome: PromptOutcome): void {
  reply.markdown(paragraphs(`*${escapedLine(outcomeText(kind, outcome))}*`));
}

function showPermission(reply: Reply, prompt: PermissionPrompt, channel: AskedChannel): void {
  const { id, call, reason, blockedPath, suggestions, hasDiff } = prompt;
  const { markdown, isWhole } = callText(call);
  const rules = suggestions.flatMap(one => (one.type === 'addRules' ? one.rules : []));
  reply.markdown(
    paragraphs(
      heading(l10n.t('Permission: {0}', call.title)),
      prompt.agent === undefined ? '' : escapedLine(l10n.t('The subagent {0} asks.', prompt.agent)),
      markdown,
      isWhole ? '' : escapedLine(l10n.t('This is not all of it. Open it in Tandem to allow it.')),
      blockedPath === undefined || blockedPath === call.target
        ? ''
        : `${escapedLine(l10n.t('Where'))}: ${codeSpan(blockedPath)}`,
      reason === undefined ? '' : escapedLine(reason),
      rules.length === 0
        ? ''
        : `${escapedLine(l10n.t('Always Allow saves:'))} ${rules.map(codeSpan).join(', ')}`,
    ),
  );
  if (isWhole) {
    channel.noteShown(id);
  }
  const wholeOnly = isWhole ? allowButtons(prompt, rules) : [];
  const diff: ReplyButton[] = hasDiff
    ? [{ title: l10n.t('Open Diff'), command: 'tandem.diff.open', args: [id] }]
    : [];
  const deny = { title: l10n.t('Deny'), command: 'tandem.permission.deny', args: [id] } as const;
  for (const button of [...wholeOnly, deny, ...diff]) {
    reply.button(button);
  }
}

function allowButtons(
  { id, suggestions, offered }: PermissionPrompt,
  rules: readonly string[],
): readonly ReplyButton[] {
  const once: ReplyButton = {
    title: l10n.t('Allow Once'),
    command: 'tandem.permission.allowOnce',
    args: [id],
  };
  const always: ReplyButton = {
    title: l10n.t('Always Allow…'),
    command: 'tandem.permission.allowAlways',
    args: [id],
  };
  const other: ReplyButton = {
    title: l10n.t('Other Answers…'),
    command: 'tandem.permission.allowWith',
    args: [id],
  };
  const hasMore = (offered ?? suggestions.filter(isMore)).length > 0;
  return [once, ...(rules.length > 0 ? [always] : []), ...(hasMore ? [other] : [])];
}

function isMore({ type }: Suggestion): boolean {
  return type !== 'addRules';
}

/** Claude Code leaves a plan out of its request when it stands in no file; the call has it. */
function planText({ plan, call }: PlanPrompt): string {
  const sent = call.family === 'plan' ? call.input?.plan : undefined;
  return plan ?? (typeof sent === 'object' ? sent.preview : (sent ?? ''));
}

function showPlan(reply: Reply, prompt: PlanPrompt): void {
  const { id, path } = prompt;
  const plan = planText(prompt);
  const place = path === undefined ? '' : `${escapedLine(l10n.t('Stored in'))} ${codeSpan(path)}`;
  reply.markdown(paragraphs(heading(l10n.t('Plan')), place));
  if (plan.trim() === '') {
    reply.markdown(paragraphs(escapedLine(l10n.t('The plan has no text.'))));
  } else {
    reply.said(plan);
  }
  const buttons: readonly ReplyButton[] = [
    { title: l10n.t('Approve'), command: 'tandem.plan.approve', args: [id] },
    {
      title: l10n.t('Approve and Accept Edits'),
      command: 'tandem.plan.approveAndAcceptEdits',
      args: [id],
    },
    { title: l10n.t('Keep Planning…'), command: 'tandem.plan.keepPlanning', args: [id] },
  ];
  for (const button of buttons) {
    reply.button(button);
  }
}

function showQuestion(reply: Reply, { id, questions }: QuestionPrompt): void {
  reply.markdown(paragraphs(heading(l10n.t('Question')), ...questions.map(questionText)));
  const [only, ...others] = questions;
  const isSimple =
    only !== undefined &&
    others.length === 0 &&
    !only.multiSelect &&
    only.options.length <= mostButtons;
  if (isSimple) {
    for (const { label } of only.options) {
      reply.button({
        ...{ title: label, command: 'tandem.question.answer' },
        args: [id, { [only.question]: label }],
      });
    }
  }
  const title = isSimple ? l10n.t('Other…') : l10n.t('Answer…');
  reply.button({ title, command: 'tandem.question.answer', args: [id] });
}

function questionText({ question, options }: Question): string {
  const rows = options.map(({ label, description }) => {
    const more = description ? `: ${escapedLine(description)}` : '';
    return `- **${escapedLine(label)}**${more}`;
  });
  return paragraphs(escapedLine(question), rows.join('\n')).trim();
}

function heading(text: string): string {
  return `**${escapedLine(text)}**`;
}

/** Keeps a part apart from the text around it. */
function paragraphs(...parts: readonly string[]): string {
  return `\n\n${parts.filter(part => part !== '').join('\n\n')}\n\n`;
}
