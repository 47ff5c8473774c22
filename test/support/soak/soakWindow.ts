import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeapSpaceInfo } from 'node:v8';
import { Chat } from '../../editor/support/chat';
import type { ModelRequest } from '../api/modelRequest';
import { text, toolUse } from '../api/reply';
import type { DriverWindow } from '../editor/driverClient';
import { openTandem, type TandemWindow } from '../editor/tandemWindow';
import type { Reading } from './reading';

const waitMs = 60_000;
/** Turns after which the kinds of turns begin anew. */
const period = 10;

/** A window of VS Code with Tandem, a stand-in for the CLI, and turns of several kinds. */
export class SoakWindow {
  private turns = 0;

  private constructor(
    private readonly tandem: TandemWindow,
    private driver: DriverWindow,
  ) {}

  /** @param vsix packed extension */
  static async open(vsix: string): Promise<SoakWindow> {
    const tandem = await openTandem({
      vsix,
      cli: 'stand-in',
      settings: {
        'tandem.permissions.initialMode': 'acceptEdits',
        'tandem.permissions.allowedTools': ['Bash'],
        'tandem.tabs.onClose': 'stop',
        'tandem.promptSuggestions': false,
      },
    });
    tandem.workbench.page.setDefaultTimeout(waitMs);
    tandem.api.onPrompt(/./, request => answerTo(request, tandem.workspace));
    await tandem.workbench.showContainer();
    const window = new SoakWindow(tandem, await tandem.editor.driver.window());
    await window.sideBar().phase('idle');
    return window;
  }

  close(): Promise<void> {
    return this.tandem.close();
  }

  /** Has one turn in the side bar: text, a file that is read or edited, or a command. */
  async turn(): Promise<void> {
    await this.say(this.sideBar());
    // The changes of all turns would make the review longer and longer.
    if (this.turns % period === 0) await this.run('tandem.changes.keepAll');
  }

  /** Opens a conversation in a tab, has a turn in it, and closes it with its agent. */
  async tab(): Promise<void> {
    await this.run('tandem.chat.openInTab');
    const chat = new Chat(this.tandem.workbench.chatTab());
    await chat.phase('idle');
    await this.say(chat);
    await this.run('workbench.action.closeActiveEditor');
    await this.until('the agent of the tab ends', async () => (await this.agents()) <= 1);
  }

  /** Reloads the window; resolves when the conversation of the side bar can go on. */
  async reload(): Promise<void> {
    const { pid } = this.driver;
    await this.tandem.workbench.reload();
    this.driver = await this.tandem.editor.driver.window({ exceptPid: pid });
    await this.tandem.workbench.showContainer();
    await this.sideBar().phase('idle');
    await this.until('the previous host ends', async () => !isAlive(pid));
  }

  async read(): Promise<Reading> {
    const { editor, workbench } = this.tandem;
    const host = await this.driver.evaluate(async () => {
      require('node:v8').setFlagsFromString('--expose-gc');
      const collect = require('node:vm').runInNewContext('gc') as () => void;
      for (let pass = 0; pass < 4; pass += 1) {
        collect();
        await new Promise(resolve => setTimeout(resolve, 100));
      }
      const { heapUsed, rss } = process.memoryUsage();
      const spaces = require('node:v8').getHeapSpaceStatistics() as HeapSpaceInfo[];
      const young = spaces.find(({ space_name }) => space_name === 'new_space');
      const active = process.getActiveResourcesInfo();
      return {
        hostHeap: heapUsed / 2 ** 20,
        hostRss: (rss - (young?.physical_space_size ?? 0)) / 2 ** 20,
        hostTimers: active.filter(name => name === 'Timeout').length,
        hostListeners: process
          .eventNames()
          .reduce((sum, name) => sum + process.listenerCount(name), 0),
      };
    });
    const session = await workbench.page.context().newCDPSession(workbench.page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
    await session.detach();
    return {
      ...host,
      hostFiles: openFiles(this.driver.pid),
      pageHeap: usedSize / 2 ** 20,
      nodes,
      pageListeners: jsEventListeners,
      serverRss: residentMegabytes(editor.pid),
      serverFiles: openFiles(editor.pid),
      processes: (await editor.processes()).length,
      agents: await this.agents(),
    };
  }

  private async say(chat: Chat): Promise<void> {
    this.turns += 1;
    await chat.send(`turn ${this.turns}`);
    await chat.log.getByText(`end of ${this.turns}.`).waitFor();
    await chat.phase('idle');
    // The history of each request would fill the memory of this process.
    this.tandem.api.requests.length = 0;
    this.tandem.api.reported.clear();
  }

  private sideBar(): Chat {
    return new Chat(this.tandem.workbench.chat());
  }

  private run(command: string): Promise<null> {
    return this.driver.evaluate(
      (vscode, id) => vscode.commands.executeCommand(id).then(() => null),
      command,
    );
  }

  private async agents(): Promise<number> {
    const all = await this.tandem.editor.processes();
    return all.filter(({ argv }) => argv.includes('--input-format')).length;
  }

  private async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + waitMs;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`Waited ${waitMs / 1_000} s until ${what}`);
      await new Promise(resolve => setTimeout(resolve, 50));
    }
  }
}

/** Answers with a tool first in some turns, then with the words that end each turn. */
function answerTo({ prompt, results }: ModelRequest, workspace: string) {
  const turn = Number(/turn (\d+)/.exec(prompt)?.[1]);
  const words = text(
    `${'Words of an answer that a user reads. '.repeat(8)}\n\n- a\n- list\n\nend of ${turn}.`,
  );
  if (results.length > 0) return words;
  const path = join(workspace, `soak${turn % 5}.txt`);
  if (turn % period === 3) return toolUse('Write', { file_path: path, content: `turn ${turn}\n` });
  if (turn % period === 5) return toolUse('Read', { file_path: join(workspace, 'package.json') });
  if (turn % period === 7) {
    return toolUse('Bash', { command: `echo ${turn} > soakCommand.txt`, description: 'Write' });
  }
  return words;
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // The process has ended.
    return false;
  }
}
