import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { asString, isObject, type JsonObject } from '../../base/json';
import { maskAddresses } from '../../base/secrets';
import { type CommandOptions, runCommand } from '../launch/runCommand';
import { isAtLeast } from '../launch/version';

/** First tested version whose commands answer in JSON. */
const jsonSince = '2.1.329';
/** First tested version that lists plugins, and that keeps their data if asked to. */
const listSince = '2.1.120';
const keepData = '--keep-data';
/** Milliseconds. A marketplace is a repository that is cloned. */
const timeLimit = 5 * 60_000;
/** Milliseconds for what needs no network. */
const listLimit = 20_000;

/** Plugin as `claude plugin list` reports it. */
export interface ReportedPlugin {
  /** Name with its marketplace, such as `lint@tools`. */
  readonly id: string;
  readonly scope: string;
  readonly version: string | undefined;
  readonly isEnabled: boolean;
  /** Folder that it is read from. */
  readonly folder: string | undefined;
  readonly errors: readonly string[];
}

/**
 * Runs `claude plugin`, which keeps the CLI's own files in order. Use in a trusted workspace only:
 * it starts programs.
 */
export class PluginCommand {
  constructor(private readonly options: CommandOptions) {}

  /** @throws UserError `cli.unsupported`, `plugin.refused` with the CLI's own reason */
  async list(cwd: string): Promise<readonly ReportedPlugin[]> {
    const cli = await this.options.locate();
    if (!isAtLeast(cli.version, listSince)) {
      throw new UserError(
        'cli.unsupported',
        l10n.t('This version of Claude Code does not report its plugins. Update it to see errors.'),
      );
    }
    const run = { args: ['plugin', 'list', '--json'], cwd, limit: listLimit };
    const { code, hasEnded, lines, errors } = await runCommand(cli, this.options, run);
    const answer = code === 0 ? parsed(lines.join('\n')) : undefined;
    if (!Array.isArray(answer)) {
      throw refusal(hasEnded, listLimit, code === 0 ? '' : errors);
    }
    return answer.flatMap((one: unknown) => (isObject(one) ? reported(one) : []));
  }

  /**
   * Runs a command that changes something.
   * @param args after `claude plugin`, without `--json`
   * @returns the CLI's own words about what it has done
   * @throws UserError `plugin.refused` with the CLI's own reason; `plugin.cancelled`
   */
  async change(command: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
    const cli = await this.options.locate();
    // Older versions always keep the data.
    const [first, ...rest] = isAtLeast(cli.version, listSince)
      ? command
      : command.filter(word => word !== keepData);
    const json = isAtLeast(cli.version, jsonSince) ? ['--json'] : [];
    const words = first === 'marketplace' ? rest.slice(0, 1) : [];
    const args = ['plugin', ...[first ?? ''], ...words, ...json, ...rest.slice(words.length)];
    const run = { args, cwd, limit: timeLimit, signal };
    const { code, hasEnded, lines, errors } = await runCommand(cli, this.options, run);
    if (signal.aborted) {
      throw new UserError('plugin.cancelled', l10n.t('Canceled. Nothing more is done.'));
    }
    const answer = parsed(lines.at(-1) ?? '');
    const message = isObject(answer) ? asString(answer.message) : undefined;
    if (code !== 0) {
      throw refusal(hasEnded, timeLimit, message ?? [errors, ...lines].join('\n'));
    }
    return maskAddresses(message ?? lines.at(-1)?.replace(/^.*✔/, '').trim() ?? '');
  }
}

function reported(one: JsonObject): readonly ReportedPlugin[] {
  const id = asString(one.id);
  const scope = asString(one.scope) ?? 'user';
  const errors = Array.isArray(one.errors) ? one.errors : [];
  return id === undefined
    ? []
    : [
        {
          ...{ id, scope, version: asString(one.version), isEnabled: one.enabled === true },
          folder: asString(one.readFromFolder) ?? asString(one.installPath),
          errors: errors.filter((text: unknown) => typeof text === 'string'),
        },
      ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Words for people: the caller uses them as they are.
    return undefined;
  }
}

function refusal(hasEnded: boolean, limit: number, output: string): UserError {
  const reason = maskAddresses(output.trim()) || l10n.t('it gave no reason.');
  return new UserError(
    'plugin.refused',
    hasEnded
      ? l10n.t('Claude Code refused: {0}', reason)
      : l10n.t('Claude Code did not finish in {0} seconds, and was ended.', limit / 1_000),
  );
}
