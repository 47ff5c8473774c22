import type { Choices } from '../../contract/choices';
import type { ConversationEvent } from '../../contract/events';
import type { InitializeResult } from '../../protocol/controlSchemas';
import { knownSessionId, type LaunchSession } from '../launch/argv';
import type { LaunchSettings } from '../launch/launchSettings';
import type { CliVersion } from '../launch/version';
import { toAccount, toPermissionMode } from './choices';
import { toFastMode } from './fastMode';

interface Start {
  readonly reply: InitializeResult;
  readonly choices: Choices;
  readonly session: LaunchSession;
  readonly settings: LaunchSettings;
  readonly version: CliVersion;
  readonly cwd: string;
}

/** Returns the events that describe a process once it has answered `initialize`. */
export function startEvents(start: Start): ConversationEvent[] {
  const { reply, choices, session, settings, version, cwd } = start;
  const sessionId = knownSessionId(session, version);
  const account = toAccount(reply);
  const requested = settings['tandem.permissions.initialMode'] ?? 'default';
  const started = choices.modes.includes(requested) ? requested : 'default';
  return [
    {
      type: 'session.changed',
      ...(sessionId ? { sessionId } : {}),
      cwd,
      agentVersion: reply.claude_code_version ?? version,
    },
    { type: 'choices.changed', choices },
    ...(account ? ([{ type: 'account.changed', account }] as const) : []),
    {
      type: 'settings.changed',
      settings: {
        mode: toPermissionMode(reply.current_permission_mode) ?? started,
        model: settings['tandem.model'] || 'default',
        effort: settings['tandem.effort'] || null,
        maxThinkingTokens: settings['tandem.thinking.maxTokens'] ?? null,
        ...toFastMode(reply),
      },
    },
  ];
}
