import type { LaunchSettings } from './launchSettings';

const flag = '--setting-sources';

/** Keeps the CLI from acting on `.claude/scheduled_tasks.json`, which is no source of settings. */
export const environmentWithoutFolder = { CLAUDE_CODE_DISABLE_CRON: '1' } as const;

/** Whether a CLI with these settings takes programs from the folder that it runs in. */
export function readsFolder(settings: LaunchSettings): boolean {
  const sources = sourcesOf(settings);
  const overrides = (settings['tandem.cli.args'] ?? []).some(isFlag);
  return overrides || sources.length === 0 || sources.some(isOfFolder);
}

/** Whether the user has named the sources of the CLI's settings. */
export function namesSources(settings: LaunchSettings): boolean {
  return sourcesOf(settings).length > 0 || (settings['tandem.cli.args'] ?? []).some(isFlag);
}

/**
 * Leaves out all that a folder brings: settings, hooks, agents, commands, and the servers of
 * `.mcp.json`, even if the user's own settings approve those. All supported versions obey.
 */
export function withoutFolder(settings: LaunchSettings): LaunchSettings {
  const configured = sourcesOf(settings);
  const own = configured.filter(source => !isOfFolder(source));
  const sources = configured.length === 0 ? ['user'] : own.length === 0 ? [''] : own;
  const args = settings['tandem.cli.args'] ?? [];
  return {
    ...settings,
    'tandem.cli.settingSources': sources,
    // The last one counts.
    ...(args.some(isFlag) ? { 'tandem.cli.args': [...args, flag, sources.join(',')] } : {}),
  };
}

/** Settings files may hold a single name, whatever the type says. */
function sourcesOf(settings: LaunchSettings): readonly string[] {
  return [settings['tandem.cli.settingSources'] ?? []].flat();
}

function isFlag(argument: unknown): boolean {
  return typeof argument === 'string' && (argument === flag || argument.startsWith(`${flag}=`));
}

/** The CLI splits a value at commas. */
function isOfFolder(source: unknown): boolean {
  return typeof source === 'string' && source.split(',').some(one => /project|local/.test(one));
}
