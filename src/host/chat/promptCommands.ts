import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Destination, Suggestion } from '../../contract/prompts';
import type { Question } from '../../contract/tools';
import type { CommandTable } from '../commands/command';
import { type OpenChats, pick, promptTarget } from '../commands/targets';
import { modeLabels } from '../modeLabels';

const destinations: readonly { label: string; description: string; value: Destination }[] = [
  {
    label: vscode.l10n.t('This session'),
    description: vscode.l10n.t('not saved'),
    value: 'session',
  },
  {
    label: vscode.l10n.t('This project, just me'),
    description: '.claude/settings.local.json',
    value: 'localSettings',
  },
  {
    label: vscode.l10n.t('This project, shared'),
    description: '.claude/settings.json',
    value: 'projectSettings',
  },
  {
    label: vscode.l10n.t('All projects'),
    description: '~/.claude/settings.json',
    value: 'userSettings',
  },
];

interface PromptCommandDeps extends OpenChats {}

export function promptCommands(deps: PromptCommandDeps) {
  return {
    'tandem.permission.allowOnce': async id => {
      const { channel, prompt } = promptTarget(deps, 'permission', id);
      await channel.answer(prompt.id, { kind: 'allowOnce' });
    },
    'tandem.permission.allowAlways': async id => {
      const { channel, prompt } = promptTarget(deps, 'permission', id);
      const rules = prompt.suggestions.filter(one => one.type === 'addRules');
      const [first] = rules;
      if (!first) {
        throw new UserError(
          'unfit',
          vscode.l10n.t('The agent offers no rule to save for this call.'),
        );
      }
      const own = first.destination;
      const sorted = [...destinations].sort((a, b) => +(b.value === own) - +(a.value === own));
      const title = vscode.l10n.t('Remember {0} in', rules.flatMap(rule => rule.rules).join(', '));
      const destination = await pick(title, sorted);
      if (destination) {
        await channel.answer(prompt.id, { kind: 'allowAlways', destination });
      }
    },
    'tandem.permission.allowWith': async id => {
      const { channel, prompt } = promptTarget(deps, 'permission', id);
      const offers = prompt.suggestions.filter(one => one.type !== 'addRules');
      if (offers.length === 0) {
        throw new UserError('unfit', vscode.l10n.t('The agent offers nothing more for this call.'));
      }
      const choices = offers.map(one => ({ label: offerLabel(one), value: one.index }));
      const suggestion = await pick(vscode.l10n.t('Allow, and'), choices);
      if (suggestion !== undefined) {
        await channel.answer(prompt.id, { kind: 'allowWith', suggestion });
      }
    },
    'tandem.permission.deny': async (id, message) => {
      const { channel, prompt } = promptTarget(deps, 'permission', id);
      const words = typeof message === 'string' ? { message } : {};
      await channel.answer(prompt.id, { kind: 'deny', ...words });
    },
    'tandem.question.answer': async id => {
      const { channel, prompt } = promptTarget(deps, 'question', id);
      const answers: Record<string, string> = {};
      for (const question of prompt.questions) {
        const answer = await askQuestion(question);
        if (answer === undefined) {
          return;
        }
        answers[question.question] = answer;
      }
      await channel.answer(prompt.id, { kind: 'answers', answers });
    },
    'tandem.plan.approve': async id => {
      const { channel, prompt } = promptTarget(deps, 'plan', id);
      await channel.answer(prompt.id, { kind: 'approvePlan', acceptEdits: false });
    },
    'tandem.plan.approveAndAcceptEdits': async id => {
      const { channel, prompt } = promptTarget(deps, 'plan', id);
      await channel.answer(prompt.id, { kind: 'approvePlan', acceptEdits: true });
    },
    'tandem.plan.keepPlanning': async (id, argument) => {
      const { channel, prompt } = promptTarget(deps, 'plan', id);
      const feedback =
        typeof argument === 'string'
          ? argument
          : await vscode.window.showInputBox({
              prompt: vscode.l10n.t('What should be different?'),
            });
      if (feedback !== undefined) {
        await channel.answer(prompt.id, { kind: 'keepPlanning', feedback });
      }
    },
  } satisfies Partial<CommandTable>;
}

function offerLabel(offer: Exclude<Suggestion, { type: 'addRules' }>): string {
  if (offer.type === 'addDirectories') {
    return vscode.l10n.t('Allow this folder this session: {0}', offer.directories.join(', '));
  }
  return offer.mode === 'acceptEdits'
    ? vscode.l10n.t('Allow all edits this session')
    : vscode.l10n.t('Switch to {0} this session', modeLabels[offer.mode]);
}

async function askQuestion(question: Question): Promise<string | undefined> {
  const items = question.options.map(({ label, description }) => ({
    label,
    ...(description ? { description } : {}),
  }));
  const other = { label: vscode.l10n.t('Other…'), alwaysShow: true };
  const title = question.question;
  if (question.multiSelect) {
    const picked = await vscode.window.showQuickPick(items, { title, canPickMany: true });
    return picked?.map(item => item.label).join(', ');
  }
  const picked = await vscode.window.showQuickPick([...items, other], { title });
  return picked === other
    ? vscode.window.showInputBox({ title, prompt: vscode.l10n.t('Your answer') })
    : picked?.label;
}
