import { strict as assert } from 'node:assert';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../../../src/base/json';
import { silentLog } from '../../../src/base/log';
import { editProposal } from '../../../src/cli/permissions/editProposal';
import type { ChannelId, PromptId } from '../../../src/contract/ids';
import type { Settings } from '../../../src/host/contributed';
import { ProposalEditors } from '../../../src/host/proposedEdits/proposalEditors';
import { Proposals } from '../../../src/host/proposedEdits/proposals';
import { proposalOf } from '../../../src/host/proposedEdits/proposalTabs';
import { systemClock } from '../../../src/node/systemClock';
import type { EditProposal, PermissionRequest } from '../../../src/protocol/agentSource';

export const channel = 'channel' as ChannelId;

/** Proposals for real files in a temporary folder, in the window that runs the suite. */
export class EditsBed {
  opening: Settings['tandem.diff.open'] = 'beside';
  desk = this.createDesk();
  proposals = this.createProposals();
  private prompts = 0;

  private constructor(readonly folder: string) {}

  static async create(): Promise<EditsBed> {
    return new EditsBed(await mkdtemp(join(tmpdir(), 'edits-')));
  }

  /** Simulates a window reload. */
  reload(): void {
    this.desk.dispose();
    assert.ok(allTabs().some(tab => proposalOf(tab)));
    this.desk = this.createDesk();
    this.proposals = this.createProposals();
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), 'utf8');
  }

  /**
   * Requests permission like a channel and waits for the diff, if one is expected.
   * @param more members of the proposal that Claude Code's own never have
   */
  async ask(
    tool: string,
    input: Record<string, unknown>,
    more: Partial<EditProposal> = {},
  ): Promise<Asked> {
    const own = editProposal(tool, input, this.folder, '2.1.329');
    assert.ok(own, `${tool} makes no proposal`);
    const edit = { ...own, ...more };
    this.prompts += 1;
    const prompt = `prompt-${this.prompts}` as PromptId;
    this.proposals.open(channel, prompt, request(tool, input, edit), edit);
    if (this.opening !== 'never') {
      await until(`a tab for ${prompt}`, () => this.tabOf(prompt));
    }
    return { prompt, edit };
  }

  /** Returns the tool call's input; `undefined` if the user left the proposal unchanged. */
  async editedInput(prompt: PromptId): Promise<JsonObject | undefined> {
    return (await this.proposals.editedInput(prompt))?.input;
  }

  /** Prompt id of the proposal in the active editor. */
  get activePrompt(): PromptId | undefined {
    return this.proposals.promptOf(this.desk.active);
  }

  promptAt(document: vscode.Uri): PromptId | undefined {
    return this.proposals.promptOf(this.desk.at(document));
  }

  tabOf(prompt: PromptId): vscode.Tab | undefined {
    return allTabs().find(tab => {
      const right = proposalOf(tab);
      return right !== undefined && this.promptAt(right) === prompt;
    });
  }

  /** Returns the right side of a proposal that has a tab. */
  async rightOf(prompt: PromptId): Promise<vscode.TextDocument> {
    const right = proposalOf(this.tabOf(prompt));
    assert.ok(right, 'The proposal has no tab.');
    return vscode.workspace.openTextDocument(right);
  }

  leftOf(prompt: PromptId): Thenable<vscode.TextDocument> {
    const input = this.tabOf(prompt)?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    return vscode.workspace.openTextDocument(input.original);
  }

  /** Returns both sides of a proposal that VS Code shows as notebooks. */
  async notebooksOf(
    prompt: PromptId,
  ): Promise<{ left: vscode.NotebookDocument; right: vscode.NotebookDocument }> {
    const input = this.tabOf(prompt)?.input;
    assert.ok(input instanceof vscode.TabInputNotebookDiff);
    const { openNotebookDocument } = vscode.workspace;
    return {
      left: await openNotebookDocument(input.original),
      right: await openNotebookDocument(input.modified),
    };
  }

  async dispose(): Promise<void> {
    for (let number = 1; number <= this.prompts; number += 1) {
      await this.proposals.close(`prompt-${number}` as PromptId);
    }
    this.desk.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(this.folder, { recursive: true, force: true });
  }

  private createDesk(): ProposalEditors {
    return new ProposalEditors({ clock: systemClock, log: silentLog });
  }

  private createProposals(): Proposals {
    const { desk: editors } = this;
    return new Proposals({
      opening: () => this.opening,
      editors,
      clock: systemClock,
      log: silentLog,
    });
  }
}

export interface Asked {
  readonly prompt: PromptId;
  readonly edit: EditProposal;
}

function request(
  tool: string,
  input: Record<string, unknown>,
  edit: EditProposal,
): PermissionRequest {
  // A proposal uses only the input of the request.
  return { prompt: {}, tool, input, edit } as PermissionRequest;
}

export function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(group => group.tabs);
}

/** Replaces the whole text without saving, like typing. */
export async function type(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const end = document.lineAt(document.lineCount - 1).range.end;
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

export async function configure(key: string, value: unknown): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update(key, value, target);
}

/** Resolves with the first truthy result of `look`. */
export async function until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + 10_000; ; ) {
    const found = await look();
    if (found) {
      return found;
    }
    assert.ok(Date.now() < end, `Waited in vain for ${what}.`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
