import { expect, it } from 'vitest';
import { parseHelp } from '../../../../src/cli/launch/cliHelp';

const newest = `Usage: claude [options] [command] [prompt]

Options:
  --allowedTools, --allowed-tools <tools...>
      Comma or space-separated list of tool names to allow (e.g. "Bash(git *)
      Edit")
  --brief                               Turn on a tool, see --tools
  -c, --continue                        Continue the most recent conversation
  --permission-mode <mode>              Permission mode to use for the session
                                        (choices: "acceptEdits", "auto",
                                        "bypassPermissions", "manual", "plan")
`;

it('finds flags and permission modes, however the lines are broken', () => {
  expect(parseHelp(newest)).toEqual({
    flags: new Set([
      ...['--allowedTools', '--allowed-tools', '--brief', '--continue', '--permission-mode'],
    ]),
    modes: ['default', 'acceptEdits', 'plan', 'auto', 'bypassPermissions'],
  });
});

it('knows the first mode by its older name, too', () => {
  const older = '  --permission-mode <mode>   The mode (choices: "default", "plan")';
  expect(parseHelp(older)?.modes).toEqual(['default', 'plan']);
});

it('knows no modes where none are listed, and nothing where nothing is', () => {
  expect(parseHelp('  --verbose   Say more')).toEqual({ flags: new Set(['--verbose']) });
  expect(parseHelp('error: unknown option')).toBeUndefined();
});
