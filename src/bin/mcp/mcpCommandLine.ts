import { parseArgs } from 'node:util';
import { messageOf } from '../../base/errors';
import { BadUsage } from '../badUsage';

export type McpCommandLine =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** `workspace` as given; absent: the folder that the program runs in. */
  | { readonly kind: 'serve'; readonly workspace?: string };

const options = {
  workspace: { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const;

export const mcpHelp = `Usage: tandem-mcp [--workspace=<folder>]

MCP server on stdin and stdout. Offers the tools of Tandem in the VS Code window that has a folder
open: by default the folder that this program runs in.

  --workspace <folder>   a folder that is open in the window
  --help, --version
`;

/**
 * Reads the arguments after the program's name.
 * @throws BadUsage
 */
export function readMcpCommandLine(argv: readonly string[]): McpCommandLine {
  const { help, version, workspace } = parse([...argv]);
  if (help || version) {
    return { kind: help ? 'help' : 'version' };
  }
  if (workspace === '') {
    throw new BadUsage('--workspace needs the path of a folder.');
  }
  return { kind: 'serve', ...(workspace === undefined ? {} : { workspace }) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new BadUsage(messageOf(error));
  }
}
