import { join } from 'node:path';
import * as vscode from 'vscode';
import { readBoundedText } from '../../node/boundedFile';
import { forkPoint } from '../changeSets/changeScope';
import { pickBase } from '../changeSets/pickScope';
import { openRepository, readChanges } from '../changeSets/readChanges';
import type { HeadlessRuns } from '../headless/headlessRuns';
import { withRunProgress } from '../headless/withRunProgress';
import { type GitReader, type ReadGit, splitNul } from '../mentions/git/gitReader';
import { requireTrust } from '../trust';
import { DocumentWriter } from './documentWriter';
import { pullRequestPrompt } from './textPrompts';
import { writtenText } from './writtenText';

const mostCommits = 50;
/** UTF-16 units. */
const longestMessage = 2_000;
const longestTemplate = 10_000;
/** Where GitHub looks for a template, relative to the root. */
const templates = [
  ...['.github/pull_request_template.md', '.github/PULL_REQUEST_TEMPLATE.md'],
  ...['docs/pull_request_template.md', 'pull_request_template.md', 'PULL_REQUEST_TEMPLATE.md'],
];

export interface PullRequestsOptions {
  readonly git: GitReader;
  readonly runs: Pick<HeadlessRuns, 'run'>;
  /** Returns the folder; undefined if the user cancels the prompt. */
  folder(): Promise<string | undefined>;
}

/** Drafts descriptions of pull requests in new documents. Sends them nowhere. */
export class PullRequests {
  constructor(private readonly options: PullRequestsOptions) {}

  /**
   * Describes what the current branch has that its base lacks.
   * @param given name of the base
   * @throws UserError `trust.required`, `git.*`, and as `HeadlessRuns.run`
   */
  async draft(given: unknown): Promise<void> {
    requireTrust();
    const { git, folder } = this.options;
    const cwd = await folder();
    if (cwd === undefined) {
      return;
    }
    const repository = await openRepository(git, { cwd }, AbortSignal.timeout(60_000));
    const base = await pickBase(repository.read, given);
    if (base !== undefined) {
      const title = vscode.l10n.t('Drafting the pull request');
      await withRunProgress(title, async ({ signal, report }) => {
        report(vscode.l10n.t('Reading the changes'));
        // The time limit above does not wait for the user.
        const { root, read } = await openRepository(git, { cwd }, signal);
        const changes = await readChanges(git, { cwd }, { kind: 'branch', base }, signal);
        const commits = await messagesSince(await forkPoint(base, read), read);
        const prompt = pullRequestPrompt(changes, commits, await readTemplate(root, git, cwd));
        report(vscode.l10n.t('Claude is writing'));
        await this.write(cwd, prompt, signal);
      });
    }
  }

  private async write(
    cwd: string,
    prompt: ReturnType<typeof pullRequestPrompt>,
    signal: AbortSignal,
  ): Promise<void> {
    const taken = new AbortController();
    const writer = new DocumentWriter('markdown', () => taken.abort());
    let answer = '';
    try {
      const { text } = await this.options.runs.run(
        { cwd, tools: [], maxTurns: 1, readsFolder: false, ...prompt },
        AbortSignal.any([signal, taken.signal]),
        {
          onText: piece => {
            answer += piece;
            writer.write(writtenText(answer));
          },
        },
      );
      writer.write(writtenText(text));
      await writer.written();
    } catch (error) {
      if (!taken.signal.aborted) {
        throw error;
      }
    }
  }
}

async function messagesSince(commit: string, read: ReadGit): Promise<readonly string[]> {
  const limit = `--max-count=${mostCommits}`;
  const listed = await read('log', '-z', limit, '--format=%B', `${commit}..HEAD`);
  return splitNul(listed).map(message => message.trim().slice(0, longestMessage));
}

/** Reads the template, if there is one that may be told of. */
async function readTemplate(
  root: string,
  { privacy }: GitReader,
  cwd: string,
): Promise<string | undefined> {
  const paths = templates.map(name => join(root, name));
  const open = await privacy.open(paths, { cwd }, AbortSignal.timeout(10_000));
  for (const path of paths.filter(one => open.has(one))) {
    const text = await readBoundedText(path, 1).catch(() => undefined);
    if (text !== undefined) {
      return text.slice(0, longestTemplate);
    }
  }
  return undefined;
}
