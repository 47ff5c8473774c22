import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { silentLog } from '../../base/log';
import { type Argv, temporarySince, withSettings } from '../launch/argv';
import { mayBypassPermissions } from '../launch/cliEnvironment';
import { flags, takesFlag } from '../launch/flags';
import { plainWord } from '../launch/flagValues';
import { withoutFolder } from '../launch/folderSources';
import type { LaunchSettings } from '../launch/launchSettings';
import { withSessionRules } from '../launch/sessionRules';
import { type CliVersion, checkSupported, isAtLeast, newestTested } from '../launch/version';
import type { HeadlessRequest } from './headlessTypes';

/** First tested version with `--json-schema`. */
const schemaSince: CliVersion = '2.1.7';

/** Bytes; Windows limits the whole command line. */
const longestSchema = 16 * 1024;

/**
 * Builds the command line of a run. The result owns the files that it names.
 * @throws UserError `cli.unsupported`, `cli.tooOld`, `run.badOption`, `settings.tooLong`
 */
export async function headlessArgv(request: HeadlessRequest): Promise<Argv> {
  const { cli, schema, isTemporary, isStreamed, scratchFolder, log = silentLog } = request;
  checkOptions(request);
  const settings = launchSettings(request);
  const argv = await withSettings(
    {
      ...{ settings, scratchFolder, log, help: cli.help },
      // `checkOptions` has dealt with what not all versions have.
      version: cli.version ?? newestTested,
      mayBypass: mayBypassPermissions(request.environment),
      isElsewhere: cli.isElsewhere ?? false,
    },
    [
      ...['--print', '--input-format', 'stream-json', '--output-format', 'stream-json'],
      '--verbose',
      ...(isStreamed ? ['--include-partial-messages'] : []),
      ...(isTemporary ? ['--no-session-persistence'] : []),
      ...(schema === undefined ? [] : ['--json-schema', schemaText(schema)]),
    ],
  );
  return argv;
}

function launchSettings(request: HeadlessRequest): LaunchSettings {
  const { settings: given = {}, model, agent, maxTurns, maxBudgetUsd } = request;
  const { mode = 'default', allow = [], disallow, tools, trustFolder } = request;
  const own: LaunchSettings = {
    ...given,
    'tandem.permissions.initialMode': mode,
    ...(model === undefined ? {} : { 'tandem.model': model }),
    ...(agent === undefined ? {} : { 'tandem.agent': agent }),
    ...(maxTurns === undefined ? {} : { 'tandem.limits.maxTurns': maxTurns }),
    ...(maxBudgetUsd === undefined ? {} : { 'tandem.limits.maxBudgetUsd': maxBudgetUsd }),
    ...(disallow === undefined ? {} : { 'tandem.permissions.disallowedTools': disallow }),
    ...(tools === undefined ? {} : { 'tandem.tools': tools.length === 0 ? [''] : tools }),
  };
  const allowed = withSessionRules(own, { rules: allow, directories: [] });
  const layer = allowed['tandem.cli.settings'];
  // Rules are no secret. As a text, they need no file.
  const isPublic = given['tandem.cli.settings'] === undefined && typeof layer === 'object';
  const plain = isPublic
    ? { ...allowed, 'tandem.cli.settings': JSON.stringify(layer ?? {}) }
    : allowed;
  return trustFolder ? plain : withoutFolder(plain);
}

function checkOptions(request: HeadlessRequest): void {
  const { cli, agent, schema, isTemporary, maxTurns, maxBudgetUsd, allow = [] } = request;
  const { version, help } = cli;
  if (version !== undefined) {
    checkSupported(version);
  }
  const known = version ?? newestTested;
  const agentFlag = flags.find(({ setting }) => setting === 'tandem.agent');
  require(agent === undefined || !agentFlag || takesFlag(agentFlag, { version: known, help }), {
    ...{ flag: '--agent', since: agentFlag?.since ?? '', version: known },
  });
  require(schema === undefined ||
    (help?.flags.has('--json-schema') ?? isAtLeast(known, schemaSince)), {
    ...{ flag: '--json-schema', since: schemaSince, version: known },
  });
  require(isTemporary !== true || isAtLeast(known, temporarySince), {
    ...{ flag: '--no-session-persistence', since: temporarySince, version: known },
  });
  if (maxTurns !== undefined && !(Number.isInteger(maxTurns) && maxTurns > 0)) {
    throw bad(l10n.t('The turn limit must be a whole number above 0.'));
  }
  if (maxBudgetUsd !== undefined && !(Number.isFinite(maxBudgetUsd) && maxBudgetUsd > 0)) {
    throw bad(l10n.t('The cost limit must be a number above 0.'));
  }
  const odd = [request.model, agent].find(name => name !== undefined && !plainWord.accepts(name));
  if (odd !== undefined) {
    // Left out, it would be another model that answers.
    throw bad(l10n.t('{0} is not the name of a model or an agent.', JSON.stringify(odd)));
  }
  const wrong = allow.find(rule => !ruleForm.test(rule));
  if (wrong !== undefined) {
    throw bad(
      l10n.t('{0} is not a rule for a tool. Write it like "Read" or "Bash(npm test:*)".', wrong),
    );
  }
}

/** `Tool` or `Tool(content)`; a settings layer takes any content. */
const ruleForm = /^[A-Za-z][\w.:*-]*(?:\([^\0]+\))?$/;

function require(
  holds: boolean,
  { flag, since, version }: { flag: string; since: CliVersion; version: CliVersion },
): void {
  if (!holds) {
    throw new UserError(
      'cli.unsupported',
      l10n.t('Claude Code {0} has no {1}: it needs {2} or newer.', version, flag, since),
    );
  }
}

function schemaText(schema: NonNullable<HeadlessRequest['schema']>): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(schema);
  } catch (error) {
    // Nested too deeply.
    if (!(error instanceof RangeError)) {
      throw error;
    }
  }
  if (text === undefined || Buffer.byteLength(text) > longestSchema) {
    throw bad(l10n.t('The schema has more than {0} KB. Make it smaller.', longestSchema / 1024));
  }
  return text;
}

function bad(message: string): UserError {
  return new UserError('run.badOption', message);
}
