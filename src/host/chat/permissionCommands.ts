import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { destinations, destinationText } from '../../contract/labels/destinationText';
import { modeText } from '../../contract/labels/modeText';
import type { Destination, OfferedAnswer, Suggestion } from '../../contract/prompts';
import type { CommandTable } from '../commands/command';
import { pick } from '../commands/inputs';
import { type SeenTargetDeps, seenTarget } from '../commands/seenTarget';

export function permissionCommands(deps: SeenTargetDeps) {
  return {
    'tandem.permission.allowOnce': async id => {
      const { channel, prompt } = await seenTarget(deps, id);
      await channel.answer(prompt.id, { kind: 'allowOnce' });
    },
    'tandem.permission.allowAlways': async id => {
      const { channel, prompt } = await seenTarget(deps, id);
      if (prompt.offered) {
        // The agent keeps what it always allows, in a place of its own.
        await channel.answer(prompt.id, { kind: 'allowAlways', destination: 'session' });
        return;
      }
      const destination = await pickDestination(prompt.suggestions);
      if (destination) {
        await channel.answer(prompt.id, { kind: 'allowAlways', destination });
      }
    },
    'tandem.permission.allowWith': async id => {
      const { channel, prompt } = await seenTarget(deps, id);
      if (prompt.offered) {
        const index = await pickOffered(prompt.offered);
        if (index !== undefined) {
          await channel.answer(prompt.id, { kind: 'offered', index });
        }
        return;
      }
      const suggestion = await pickSuggestion(prompt.suggestions);
      if (suggestion !== undefined) {
        await channel.answer(prompt.id, { kind: 'allowWith', suggestion });
      }
    },
    'tandem.permission.deny': async (id, message) => {
      const { channel, prompt } = deps.firsts.target('permission', id);
      const feedback = typeof message === 'string' ? { message } : {};
      await channel.answer(prompt.id, { kind: 'deny', ...feedback });
    },
  } satisfies Partial<CommandTable>;
}

/**
 * Lets the user pick where the suggested rules are saved.
 * @throws UserError `prompt.badAnswer` if no rule is suggested
 */
async function pickDestination(
  suggestions: readonly Suggestion[],
): Promise<Destination | undefined> {
  const rules = suggestions.filter(suggestion => suggestion.type === 'addRules');
  const [first] = rules;
  if (!first) {
    throw new UserError(
      'prompt.badAnswer',
      vscode.l10n.t('There is no rule to save for this call.'),
    );
  }
  const own = first.destination;
  const sorted = [own, ...destinations.filter(destination => destination !== own)];
  const choices = sorted.map(value => {
    const { label, file = vscode.l10n.t('not saved') } = destinationText(value);
    return { label, description: file, value };
  });
  const title = vscode.l10n.t('Remember {0} in', rules.flatMap(rule => rule.rules).join(', '));
  return pick(title, choices);
}

/**
 * Lets the user pick a suggestion that is applied in addition to the permission.
 * @returns its index
 * @throws UserError `prompt.badAnswer` if there is none
 */
async function pickSuggestion(suggestions: readonly Suggestion[]): Promise<number | undefined> {
  const offers = suggestions.filter(suggestion => suggestion.type !== 'addRules');
  if (offers.length === 0) {
    throw new UserError(
      'prompt.badAnswer',
      vscode.l10n.t('There is nothing more to allow with this call.'),
    );
  }
  const choices = offers.map(offer => ({ label: offerLabel(offer), value: offer.index }));
  return pick(vscode.l10n.t('Allow, and'), choices);
}

/** Lets the user pick one of a foreign agent's own answers. */
function pickOffered(offered: readonly OfferedAnswer[]): Promise<number | undefined> {
  const choices = offered.map(({ label, index }) => ({ label, value: index }));
  return pick(vscode.l10n.t('Answer Request'), choices);
}

function offerLabel(offer: Exclude<Suggestion, { type: 'addRules' }>): string {
  if (offer.type === 'addDirectories') {
    return vscode.l10n.t(
      'Allow this folder in this conversation: {0}',
      offer.directories.join(', '),
    );
  }
  return offer.mode === 'acceptEdits'
    ? vscode.l10n.t('Allow all edits in this conversation')
    : vscode.l10n.t('Switch to {0} in this conversation', modeText(offer.mode).label);
}
