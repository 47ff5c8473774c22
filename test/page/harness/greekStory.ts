import type { ConversationEvent, ErrorReason, TurnOutcome } from '../../../src/contract/events';
import type { MessageId, PromptId, ToolCallId } from '../../../src/contract/ids';
import type { Prompt, PromptOutcome } from '../../../src/contract/prompts';
import { at, called, callOf, greekCalls, image, lines, path } from './greekCalls';
import { endTurn, say, startBlock, startTurn } from './story';

const reply = `Να \`κώδικας\`:\n\n\`\`\`\nα\n\`\`\`\n\n1. [σύνδεσμος](${path})\n`;

const messages: readonly ConversationEvent[] = [
  startBlock('k1', 'thinking'),
  { type: 'block.ended', blockId: 'k1', text: 'σκέψη', durationMs: 4200 },
  startBlock('k2', 'thinking'),
  { type: 'block.ended', blockId: 'k2', isRedacted: true },
  startBlock('k3', 'thinking'),
  { type: 'block.ended', blockId: 'k3', durationMs: 4200 },
  ...say('b1', reply),
  { type: 'notice', notice: { kind: 'compacted', summary: 'σύνοψη', tokensBefore: 9 }, at },
  { type: 'notice', notice: { kind: 'compacted' }, at: at + 1 },
  { type: 'notice', notice: { kind: 'commandOutput', command: '/εντολή', text: 'α' }, at },
  { type: 'unknown', what: 'άγνωστο', at },
];

const reasons: readonly ErrorReason[] = [
  ...(['authentication', 'billing', 'rateLimit', 'usageLimit', 'modelNotFound'] as const),
  ...(['promptTooLong', 'requestTooLarge', 'image', 'overloaded', 'server'] as const),
  ...(['connection', 'invalidRequest', 'execution', 'unknown'] as const),
];

const outcomes: readonly TurnOutcome[] = [
  ...reasons.map(reason => ({ kind: 'error', reason, message: 'λάθος', status: 529 }) as const),
  ...(['maxTurns', 'maxBudget', 'hookStopped', 'elsewhere', 'interrupted'] as const).map(kind => ({
    kind,
  })),
  { kind: 'lost', message: 'λάθος' },
];

/** A turn with each outcome but the usual one; the newest has buttons for the next steps. */
export const greekOutcomes: readonly (readonly ConversationEvent[])[] = outcomes.map(
  (outcome, index) => [...startTurn(`end-${index}`, 'μήνυμα'), ...endTurn(outcome)],
);

const base = { toolId: 'asked' as ToolCallId, call: callOf('asked', 'bash', { command: 'άλφα' }) };

/** A prompt of each kind, with everything that its card can show. */
export const greekPrompts: readonly Prompt[] = [
  {
    ...{ ...base, kind: 'permission', id: 'p1' as PromptId, agent: 'α', interrupted: 'exit' },
    ...{ reason: 'λόγος', blockedPath: path, hasDiff: true },
    suggestions: [
      { type: 'addRules', index: 0, rules: ['Κέλυφος(α)'], destination: 'localSettings' },
      { type: 'setMode', index: 1, mode: 'acceptEdits', destination: 'session' },
      { type: 'setMode', index: 2, mode: 'plan', destination: 'userSettings' },
      { type: 'addDirectories', index: 3, directories: [path], destination: 'projectSettings' },
      { type: 'addDirectories', index: 4, directories: [path, '/β'], destination: 'session' },
    ],
  },
  {
    ...{ ...base, kind: 'question', id: 'p2' as PromptId, interrupted: 'reload' },
    questions: ['μία', 'δύο'].map(question => ({
      ...{ question, header: question, multiSelect: false },
      options: [{ label: 'επιλογή', description: 'περιγραφή', preview: 'προβολή' }],
    })),
  },
  { ...base, kind: 'plan', id: 'p3' as PromptId, plan: '# σχέδιο', path },
  { ...base, kind: 'plan', id: 'p4' as PromptId },
];

function opened(prompt: Prompt): ConversationEvent {
  return { type: 'prompt.opened', prompt, at };
}

/** Each prompt with each end. */
const answered: readonly ConversationEvent[] = greekPrompts.flatMap(prompt =>
  (['allowed', 'denied', 'answered', 'withdrawn'] as const).flatMap((outcome: PromptOutcome) => {
    const id = `${prompt.id}-${outcome}` as PromptId;
    return [opened({ ...prompt, id }), { type: 'prompt.closed', promptId: id, outcome } as const];
  }),
);

const { name: _name, ...unnamed } = image;

/**
 * A turn with every kind of message and tool card. Its data hold Greek letters only, so that Latin
 * ones are texts of the page.
 */
export const greekTurn: readonly ConversationEvent[] = [
  ...startTurn('1', lines).map(event =>
    event.type === 'prompt.sent' ? { ...event, images: [image, unnamed] } : event,
  ),
  ...messages,
  ...greekCalls,
  ...endTurn(),
];

/** An open turn with work under way, prompts that were answered, and prompts that wait. */
export const greekWork: readonly ConversationEvent[] = [
  ...startTurn('last', 'μήνυμα'),
  ...answered,
  called('draft', 'write', undefined, { status: 'pending' }),
  { type: 'tool.delta', toolId: 'draft' as ToolCallId, argument: 'όρισμα', text: lines },
  called('working', 'bash', { command: 'άλφα' }, { status: 'running' }),
  startBlock('k9', 'thinking'),
  ...greekPrompts.map(opened),
  {
    type: 'notice',
    notice: { kind: 'retrying', attempt: 1, maxAttempts: 3, delayMs: 5000, status: 529 },
    at,
  },
  { type: 'agent.changed', agent: { phase: 'waiting', restartsBeforeNext: true } },
];

/** Settings, queue, costs and other facts beside the turns. */
export const greekSummary: readonly ConversationEvent[] = [
  { type: 'session.changed', cwd: '/έργο', title: 'τίτλος' },
  {
    type: 'choices.changed',
    choices: {
      modes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'],
      models: [
        {
          ...{ value: 'α', label: 'Άλφα', description: 'περιγραφή', hasThinkingBudget: true },
          efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
        },
      ],
      commands: [],
    },
  },
  {
    type: 'settings.changed',
    settings: { model: 'α', effort: null, disabledTools: ['Α', 'Β'], requested: { effort: 'low' } },
  },
  { type: 'folder.changed', folder: { name: 'έργο', branch: 'κλάδος', isTemporary: true } },
  {
    type: 'review.changed',
    review: { files: 2, added: 1, removed: 2, tools: ['bash' as ToolCallId] },
  },
  {
    type: 'queue.changed',
    queue: [
      { id: 'q1' as MessageId, text: 'μήνυμα', images: [image], mode: 'plan', model: 'β' },
      { id: 'q2' as MessageId, text: '', images: [image, image] },
    ],
  },
  {
    type: 'usage.changed',
    usage: { contextTokens: 145_200, contextWindow: 200_000, costUsd: 0.4242 },
  },
];

export const greekCompacting: ConversationEvent = {
  ...{ type: 'notice', notice: { kind: 'compacting' }, at },
};
