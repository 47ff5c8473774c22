import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { maskSecrets } from '../../base/secrets';
import { type CommandCli, type CommandOptions, runCommand } from '../launch/runCommand';
import { isAtLeast } from '../launch/version';

/** Scopes that `claude mcp` writes. */
export type WritableScope = 'local' | 'project' | 'user';

export interface NamedServer {
  readonly name: string;
  readonly scope: WritableScope;
}

/** First tested version that reads the configuration from stdin, where no other user can see it. */
const stdinSince = '2.1.329';
/** Milliseconds. */
const timeLimit = 30_000;

/**
 * Adds and removes MCP servers by the CLI's own commands: it keeps its files' format and locks.
 * Use in a trusted workspace only, because it starts programs.
 */
export class ServerCommand {
  constructor(private readonly options: CommandOptions) {}

  /** @throws UserError `mcp.refused` with the CLI's own words, such as that the name is taken */
  async add({ name, scope }: NamedServer, config: JsonObject, cwd: string): Promise<void> {
    const cli = await this.options.locate();
    const json = JSON.stringify(config);
    const readsInput = isAtLeast(cli.version, stdinSince);
    const args = ['add-json', '-s', scope, '--', name, readsInput ? '-' : json];
    await this.run(cli, args, cwd, readsInput ? json : '');
  }

  /** @throws UserError `mcp.refused` */
  async remove({ name, scope }: NamedServer, cwd: string): Promise<void> {
    const cli = await this.options.locate();
    await this.run(cli, ['remove', '-s', scope, '--', name], cwd, '');
  }

  private async run(
    cli: CommandCli,
    args: readonly string[],
    cwd: string,
    input: string,
  ): Promise<void> {
    const run = { args: ['mcp', ...args], cwd, input, limit: timeLimit };
    const { code, hasEnded, errors, lines } = await runCommand(cli, this.options, run);
    if (code !== 0) {
      throw refusal(hasEnded, [errors, ...lines].join('\n'));
    }
  }
}

function refusal(hasEnded: boolean, output: string): UserError {
  const words = maskSecrets(output.trim());
  const reason = words || l10n.t('it gave no reason.');
  return new UserError(
    'mcp.refused',
    hasEnded
      ? l10n.t('Claude Code did not change its servers: {0}', reason)
      : l10n.t('Claude Code did not change its servers in 30 seconds.'),
  );
}
