// Program of its own: an MCP server on stdio for agents of others. It passes calls of Tandem's tools
// to the window of VS Code that has the agent's folder open.
import { resolve } from 'node:path';
import { messageOf } from '../../base/errors';
import { startedByVariable } from '../../node/startedBy';
import { systemClock } from '../../node/systemClock';
import { BadUsage } from '../badUsage';
import { exitCodes } from '../exitCodes';
import { openWindows } from './findWindow';
import { mcpHelp, readMcpCommandLine } from './mcpCommandLine';
import { type ListedTool, serve } from './serve';
import { WindowLink } from './windowLink';

/** Replaced by the bundler. */
declare const tandemVersion: string;
declare const tandemTools: readonly ListedTool[];

void main(process.argv.slice(2)).then(code => {
  process.exitCode = code;
});

async function main(argv: readonly string[]): Promise<number> {
  try {
    const line = readMcpCommandLine(argv);
    if (line.kind === 'serve') {
      await serveFolder(resolve(line.workspace ?? '.'));
    } else {
      process.stdout.write(line.kind === 'help' ? mcpHelp : `${tandemVersion}\n`);
    }
    return exitCodes.success;
  } catch (error) {
    process.stderr.write(`tandem-mcp: ${messageOf(error)}\n`);
    return error instanceof BadUsage ? exitCodes.usage : exitCodes.failed;
  }
}

async function serveFolder(folder: string): Promise<void> {
  // The agent is gone: nobody is left to answer.
  process.stdout.on('error', () => process.exit());
  const link = new WindowLink({
    ...{ folder, clock: systemClock },
    windows: () => openWindows(process.env),
  });
  try {
    await serve({
      version: tandemVersion,
      // Agents that Tandem has started have these tools already.
      tools: startedByVariable in process.env ? [] : tandemTools,
      ...{ link, input: process.stdin, output: process.stdout, clock: systemClock },
    });
  } finally {
    link.dispose();
  }
}
