import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import * as z from '../../base/schema';
import { maskSecrets } from '../../base/secrets';
import { type CommandOptions, runCommand } from '../launch/runCommand';
import { isAtLeast } from '../launch/version';

const status = z.looseObject({
  loggedIn: z.boolean(),
  /** `none`, `api_key`, `claude.ai`, `third_party`, … */
  authMethod: z.optional(z.string()),
  /** `firstParty`, `bedrock`, `vertex`, … */
  apiProvider: z.optional(z.string()),
  apiKeySource: z.optional(z.string()),
  email: z.optional(z.nullable(z.string())),
  orgName: z.optional(z.nullable(z.string())),
  subscriptionType: z.optional(z.nullable(z.string())),
  configDirectory: z.optional(z.string()),
});

/** Answer of `claude auth status`, as seen in 2.1.329. */
export type AuthStatus = z.infer<typeof status>;

/** First tested version with `claude auth`. Older ones take the word for a message to the model. */
const authSince = '2.1.120';
/** Milliseconds. */
const timeLimit = 20_000;

/**
 * Asks and changes who is signed in, by the CLI's own commands. Use in a trusted workspace only,
 * because it starts programs.
 */
export class AuthCommand {
  constructor(private readonly options: CommandOptions) {}

  /** @throws UserError `cli.unsupported` of a CLI that has no such command */
  async status(cwd: string): Promise<AuthStatus> {
    const { lines, errors } = await this.run(['status'], cwd);
    const parsed = z.safeParse(status, json(lines.join('\n')));
    if (!parsed.success) {
      const reason = maskSecrets(errors.trim().split('\n').at(-1) ?? '');
      throw new UserError(
        'cli.unsupported',
        l10n.t('Claude Code did not report who is signed in. {0}', reason).trim(),
      );
    }
    return parsed.data;
  }

  /** @throws UserError `cli.unsupported`, `cli.refused` with the CLI's own words */
  async signOut(cwd: string): Promise<void> {
    const { code, lines, errors } = await this.run(['logout'], cwd);
    if (code !== 0) {
      const words = maskSecrets([errors, ...lines].join('\n').trim());
      throw new UserError('cli.refused', l10n.t('Claude Code did not sign out: {0}', words));
    }
  }

  private async run(args: readonly string[], cwd: string) {
    const cli = await this.options.locate();
    if (!isAtLeast(cli.version, authSince)) {
      throw new UserError(
        'cli.unsupported',
        l10n.t(
          'Claude Code {0} cannot report or change who is signed in. Update it, or use {1} in a terminal.',
          cli.version,
          '/login',
        ),
      );
    }
    return runCommand(cli, this.options, { args: ['auth', ...args], cwd, limit: timeLimit });
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return messageOf(error);
  }
}
