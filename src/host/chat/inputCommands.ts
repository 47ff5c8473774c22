import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type {
  ElicitationPrompt,
  FieldEntry,
  FormRequest,
  PageRequest,
} from '../../contract/elicitation';
import { addressWarning } from '../../contract/labels/addressWarning';
import { requestLabel } from '../../contract/labels/promptLabel';
import type { Channel } from '../../core/conversation/channel';
import type { CommandTable } from '../commands/command';
import type { FirstPrompts } from '../commands/firstPrompts';
import { nativeUi } from '../nativeText/nativeUi';
import { askField } from './askField';

/** Commands that answer the requests of MCP servers for input. */
export function inputCommands(firsts: FirstPrompts) {
  return {
    'tandem.input.answer': async id => {
      const { channel, prompt } = firsts.target('elicitation', id);
      const { request } = prompt;
      return request.mode === 'form'
        ? fillIn(channel, prompt, request)
        : openPage(channel, prompt, request);
    },
    'tandem.input.decline': async id => {
      const { channel, prompt } = firsts.target('elicitation', id);
      await channel.answer(prompt.id, { kind: 'declineInput' });
    },
    'tandem.input.cancel': async id => {
      const { channel, prompt } = firsts.target('elicitation', id);
      await channel.answer(prompt.id, { kind: 'cancelInput' });
    },
  } satisfies Partial<CommandTable>;
}

async function fillIn(
  channel: Channel,
  { id, server, message }: ElicitationPrompt,
  { fields, obstacle }: FormRequest,
): Promise<void> {
  if (obstacle) {
    throw new UserError(
      'prompt.badAnswer',
      vscode.l10n.t('Tandem cannot show this form. Decline or cancel the request.'),
    );
  }
  let entries: (FieldEntry | null)[] = fields.map(() => null);
  for (const [index, field] of fields.entries()) {
    const entry = await askField({
      field,
      title: vscode.l10n.t('{0} ({1} of {2})', server, index + 1, fields.length),
      message,
      problemOf: tried => channel.checkForm(id, entries.with(index, tried))[index] ?? undefined,
    });
    if (entry === undefined) {
      return;
    }
    entries = entries.with(index, entry);
  }
  if (fields.length === 0 && !(await confirm(server, message))) {
    return;
  }
  await channel.answer(id, { kind: 'submitForm', entries });
}

/** A form without fields asks for a yes. */
async function confirm(server: string, message: string): Promise<boolean> {
  const submit = vscode.l10n.t('Submit');
  const options = { modal: true, detail: message };
  return (await nativeUi.showInformationMessage(requestLabel(server), options, submit)) === submit;
}

async function openPage(
  channel: Channel,
  { id, server, message }: ElicitationPrompt,
  { url, host, warnings, stage }: PageRequest,
): Promise<void> {
  if (!host) {
    throw new UserError(
      'link.scheme',
      vscode.l10n.t(
        'The server asks for a page that is not opened. Decline or cancel the request.',
      ),
    );
  }
  const open = stage ? vscode.l10n.t('Open Again') : vscode.l10n.t('Open Page');
  const done = vscode.l10n.t('Done');
  const notes = warnings.map(warning =>
    addressWarning(warning.kind).replace('{0}', () =>
      'unicodeHost' in warning ? warning.unicodeHost : '',
    ),
  );
  const picked = await nativeUi.showWarningMessage(
    vscode.l10n.t('{0} asks you to open a page of {1}.', server, url.slice(host.from, host.to)),
    { modal: true, detail: [message, url, ...notes].join('\n\n') },
    ...(stage ? [done, open] : [open]),
  );
  if (picked === open) {
    await channel.answer(id, { kind: 'openPage' });
  } else if (picked === done) {
    await channel.answer(id, { kind: 'pageDone' });
  }
}
