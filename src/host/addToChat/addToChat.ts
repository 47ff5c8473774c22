import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { mayHoldSecrets } from '../../base/secretFiles';
import type { Attachment, AttachmentOrigin, DraftAddition } from '../../contract/draft';
import type { LineRange, Mention } from '../../contract/mentions';
import type { AddedTest } from '../agentTools/run/testFailures';
import { selectedLines } from '../editor/selectedLines';
import {
  changesMention,
  commitMention,
  fileMention,
  folderMention,
  problemsMention,
} from '../mentions/rows/makeMention';
import type { Sharing } from '../sharing/sharing';
import { addedTest, addedTestMessage } from './addedTests';
import {
  limited,
  type NamedText,
  terminalText,
  testMessageText,
  variableText,
} from './attachedTexts';
import { copiedFromTerminal } from './copiedFromTerminal';
import { memberValues, notebookCellText } from './editorTexts';
import {
  changeGroupsOf,
  changesOf,
  commitOf,
  problemOf,
  resourcesOf,
  testMessageOf,
  testsOf,
  type UriShape,
  variableOf,
} from './shapes';

export interface AddToChatOptions {
  /** Adds to the draft of the chat that was used last. */
  add(make: (channel: { readonly cwd: string }) => DraftAddition): Promise<void>;
  /** Notes tests for the tool that tells agents of failures. */
  noteTest(test: AddedTest): void;
  readonly sharing: Pick<Sharing, 'reasonAgainst' | 'denies'>;
  /** Asks before the text of a file that looks secret is added. */
  confirmSecret(name: string, path?: string): Promise<boolean>;
}

/** Adds what the user points at to the message in the chat. */
export class AddToChat {
  constructor(private readonly options: AddToChatOptions) {}

  /** @throws UserError `file.none` */
  async selection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      throw new UserError('file.none', vscode.l10n.t('There is no active file to mention.'));
    }
    const { document, selection } = editor;
    const found = selectedLines(selection);
    const lines = found && { start: found.start + 1, end: found.end + 1 };
    const isOnDisk = document.uri.scheme === 'file' && !document.isDirty;
    if (isOnDisk || (document.uri.scheme === 'file' && (await this.isWithheld(document)))) {
      await this.mention(cwd => [fileMention(document.uri.fsPath, cwd, lines)]);
      return;
    }
    // A text that is not saved, or has no file, can only be sent as it is now.
    const text = document.getText(lines ? selection : undefined);
    await this.attach('file', { name: nameOf(document, lines), text: limited(text) });
  }

  /** @throws UserError `context.unknownShape`, `context.noFile` */
  async files(...args: readonly unknown[]): Promise<void> {
    const given = resourcesOf(args);
    if (given.length === 0) {
      await this.selection();
      return;
    }
    const resources = await Promise.all(
      given.map(async uri => ({ uri, isFolder: await isFolder(uri) })),
    );
    await this.mention(cwd =>
      resources.map(({ uri, isFolder }) =>
        isFolder ? folderMention(fileOf(uri), cwd) : fileMention(fileOf(uri), cwd),
      ),
    );
  }

  /** Adds what is selected in the active terminal, else its last command. */
  async terminal(): Promise<void> {
    const { activeTerminal } = vscode.window;
    const { clipboard } = vscode.env;
    const copied =
      activeTerminal &&
      (await copiedFromTerminal(
        {
          read: () => clipboard.readText(),
          write: text => clipboard.writeText(text),
          run: command => vscode.commands.executeCommand(command),
        },
        randomUUID(),
      ));
    if (copied === undefined) {
      throw new UserError(
        'context.nothingSelected',
        vscode.l10n.t('Nothing is selected in the terminal. Select text there first.'),
      );
    }
    await this.attach('terminal', terminalText(activeTerminal?.name ?? '', copied));
  }

  async changes(...args: readonly unknown[]): Promise<void> {
    const given = changesOf(args);
    await this.mention(cwd =>
      given.map(({ uri, isStaged }) => changesMention(cwd, { path: fileOf(uri), isStaged })),
    );
  }

  async changeGroups(...args: readonly unknown[]): Promise<void> {
    const given = changeGroupsOf(args);
    await this.mention(cwd => given.map(group => changesMention(cwd, group)));
  }

  async commit(...args: readonly unknown[]): Promise<void> {
    const { hash, subject } = commitOf(args);
    await this.mention(() => [commitMention(hash, subject)]);
  }

  async tests(...args: readonly unknown[]): Promise<void> {
    const given = testsOf(args);
    await this.mention(cwd =>
      given.flatMap(({ uri, range }) =>
        uri ? [fileMention(fileOf(uri), cwd, range && linesOf(range))] : [],
      ),
    );
    for (const test of given) {
      this.options.noteTest(addedTest(test.label, test));
    }
  }

  async testMessage(...args: readonly unknown[]): Promise<void> {
    const given = testMessageOf(args);
    const named = testMessageText(given);
    await this.attach('test', named);
    this.options.noteTest(addedTestMessage(given));
  }

  /** @throws UserError `context.withheld` if the user's rules deny reading the notebook */
  async cell(...args: readonly unknown[]): Promise<void> {
    const { path, named } = notebookCellText(args);
    if (path !== undefined && (await this.options.sharing.denies(path))) {
      throw new UserError('context.withheld', vscode.l10n.t('Your rules deny reading {0}.', path));
    }
    const isSecret = path !== undefined && mayHoldSecrets(path);
    if (!isSecret || (await this.options.confirmSecret(named.name, path))) {
      await this.attach('notebook', named);
    }
  }

  async variable(...args: readonly unknown[]): Promise<void> {
    const given = variableOf(args);
    await this.attach('debug', variableText(given, await memberValues(given)));
  }

  async problem(...args: readonly unknown[]): Promise<void> {
    const { uri, line } = problemOf(args);
    await this.mention(cwd => [problemsMention(fileOf(uri), cwd, line)]);
  }

  private async isWithheld(document: vscode.TextDocument): Promise<boolean> {
    const reason = await this.options.sharing.reasonAgainst(document);
    return reason === 'secret' || reason === 'denied';
  }

  private async mention(make: (cwd: string) => readonly Mention[]): Promise<void> {
    await this.options.add(({ cwd }) => ({ pieces: make(cwd), attachments: [] }));
  }

  private async attach(origin: AttachmentOrigin, { name, text }: NamedText): Promise<void> {
    if (text.trim() === '') {
      throw new UserError('context.empty', vscode.l10n.t('There is no text to add.'));
    }
    const attachment: Attachment = { kind: 'text', id: randomUUID(), name, origin, text };
    await this.options.add(() => ({ pieces: [], attachments: [attachment] }));
  }
}

/** @throws UserError `context.noFile` */
function fileOf({ scheme, fsPath }: UriShape): string {
  if (scheme !== 'file') {
    throw new UserError(
      'context.noFile',
      vscode.l10n.t('Only files and folders of this computer can be added.'),
    );
  }
  return fsPath;
}

async function isFolder(uri: UriShape): Promise<boolean> {
  const found = vscode.workspace.fs.stat(vscode.Uri.file(fileOf(uri)));
  const type = await Promise.resolve(found).then(
    stat => stat.type,
    () => vscode.FileType.Unknown,
  );
  return (type & vscode.FileType.Directory) !== 0;
}

interface Lines {
  readonly start: { readonly line: number };
  readonly end: { readonly line: number };
}

function linesOf({ start, end }: Lines): LineRange {
  return { start: start.line + 1, end: Math.max(start.line, end.line) + 1 };
}

function nameOf({ uri }: vscode.TextDocument, lines: LineRange | undefined): string {
  const name = uri.path.split('/').findLast(part => part !== '') ?? uri.path;
  if (!lines) {
    return name;
  }
  return lines.start === lines.end
    ? vscode.l10n.t('{0}, line {1}', name, lines.start)
    : vscode.l10n.t('{0}, lines {1}–{2}', name, lines.start, lines.end);
}
