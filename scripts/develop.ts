// npm run develop: prepares F5. Builds with source maps and rebuilds on every change. Starts the
// scripted Messages API and creates a sample project and a profile for the debugged window.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleWorkspace } from '../test/support/demo/tour';
import { watch } from './bundles';
import { onEndAsked } from './endings';
import { runScript } from './runScript';
import { scriptedAgent } from './start/scriptedAgent';

/** `.vscode/launch.json` contains this path, too. */
const folder = join(__dirname, '..', '.vscode-test', 'develop');

async function main(): Promise<void> {
  const agent = await scriptedAgent();
  onEndAsked(() => void agent.dispose().finally(() => process.exit(0)));
  await rm(folder, { recursive: true, force: true });
  const profile = join(folder, 'user-data', 'User');
  await mkdir(profile, { recursive: true });
  const settings = { 'workbench.startupEditor': 'none', ...agent.settings };
  await writeFile(join(profile, 'settings.json'), JSON.stringify(settings, null, 2));
  await cp(sampleWorkspace, join(folder, 'todo-cli'), { recursive: true });
  // The task in `.vscode/tasks.json` waits for the text of the last line.
  console.log('[develop] building…');
  await watch();
  console.log('[develop] ready; ending this task ends the scripted API');
}

runScript(main);
