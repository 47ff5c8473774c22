import * as l10n from '@vscode/l10n';
import { type ErrorCode, UserError } from '../../base/errors';
import type { ProcessExit } from '../../node/spawnProcess';

/** Meanings of the CLI's last output, by pattern; all versions use similar wording. */
const meanings: readonly { pattern: RegExp; code: ErrorCode; message: () => string }[] = [
  {
    pattern: /No conversation found with session ID/i,
    code: 'cli.sessionMissing',
    message: () => l10n.t('Claude Code no longer has this conversation.'),
  },
  {
    pattern: /No message found with message\.uuid/i,
    code: 'cli.messageMissing',
    message: () => l10n.t('Claude Code cannot go back to this message.'),
  },
  {
    pattern: /Session ID .* is already in use/i,
    code: 'cli.sessionInUse',
    message: () => l10n.t('Claude Code already has a conversation with this ID.'),
  },
  {
    pattern: /unknown option '?(\S+?)'?(\s|$)/i,
    code: 'cli.unknownFlag',
    message: () =>
      l10n.t(
        'Claude Code does not know one of the flags it was started with. Look at the setting tandem.cli.args.',
      ),
  },
  {
    pattern: /cannot be used with root\/sudo privileges/i,
    code: 'cli.rootBypass',
    message: () => l10n.t('Claude Code does not bypass permissions for root.'),
  },
  {
    pattern: /Invalid MCP configuration|MCP config(uration)? file not found/i,
    code: 'cli.mcpConfig',
    message: () => l10n.t('Claude Code cannot read the MCP configuration in tandem.mcp.config.'),
  },
  {
    pattern: /Settings file not found|Invalid JSON provided to --settings/i,
    code: 'cli.settings',
    message: () => l10n.t('Claude Code cannot read the settings in tandem.cli.settings.'),
  },
  {
    pattern: /Cannot find module|SyntaxError|Unsupported engine|requires Node/i,
    code: 'cli.broken',
    message: () =>
      l10n.t(
        'Claude Code could not be run: its installation or its Node.js does not match this system.',
      ),
  },
];

/** Explains an unexpected exit. `words`: last output of the process, without secrets. */
export function exitError(exit: ProcessExit, stderr: string): UserError {
  const meaning = meanings.find(({ pattern }) => pattern.test(stderr));
  const code = meaning?.code ?? 'cli.ended';
  const message = meaning?.message() ?? endedMessage(exit);
  return new UserError(code, message, stderr ? { detail: stderr } : undefined);
}

function endedMessage({ code, signal }: ProcessExit): string {
  return signal
    ? l10n.t('Claude Code was ended by {0}.', signal)
    : l10n.t('Claude Code exited with code {0}.', String(code));
}
