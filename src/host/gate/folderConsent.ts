import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import { shortPath } from '../shortPath';
import { askAboutFolder } from './askAboutFolder';

interface ConsentParts {
  readonly programs: ProgramGate;
  readonly agents: Pick<CliLauncher, 'askAboutPrograms' | 'programPlace'>;
}

/** The user's answers about the programs of folders, before runs start there without a page. */
export class FolderConsent {
  constructor(private readonly parts: ConsentParts) {}

  /**
   * Asks about a folder unless that is settled.
   * @throws UserError `folder.unanswered` if the user does not allow its programs
   */
  async ask(cwd: string): Promise<void> {
    const { programs, agents } = this.parts;
    if (await this.isSettled(cwd)) {
      return;
    }
    const question = await programs.look(agents.programPlace({ cwd }));
    if (!(await askAboutFolder(programs, question))) {
      throw new UserError(
        'folder.unanswered',
        vscode.l10n.t(
          'Nothing was run: files in {0} make Claude Code run programs. Allow or decline them in the chat first.',
          shortPath(cwd),
        ),
      );
    }
  }

  /** Gives a new work tree the answer of its folder, if it brings exactly the same programs. */
  async inherit(worktree: string, folder: string): Promise<void> {
    const { programs, agents } = this.parts;
    if (await this.isSettled(worktree)) {
      return;
    }
    const alone = (cwd: string) => programs.look({ cwd, addDirs: [] });
    const [copy, original] = await Promise.all([alone(worktree), alone(folder)]);
    if (copy.hash === original.hash) {
      const answer = await programs.decide(agents.programPlace({ cwd: folder }));
      const question = await programs.look(agents.programPlace({ cwd: worktree }));
      await programs.answer(question, answer);
    }
  }

  private async isSettled(cwd: string): Promise<boolean> {
    try {
      await this.parts.agents.askAboutPrograms({ cwd });
      return true;
    } catch (error) {
      if (error instanceof UserError && error.code === 'folder.unanswered') {
        return false;
      }
      throw error;
    }
  }
}
