import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import type { ProgramsAnswer } from '../../contract/programs';
import { parsedBy } from '../../node/parsedBy';
import { SharedFile } from '../../node/sharedFile';

const schema = z.object({
  byFolder: z.record(
    z.string(),
    z.array(z.object({ hash: z.string(), answer: z.enum(['allow', 'decline']) })),
  ),
  /** Folders whose local rules and tasks are the user's, the latest last. */
  ownRules: z.optional(z.array(z.string())),
  /** Rules that the user gave for everybody who works in a folder. */
  sharedRules: z.optional(z.record(z.string(), z.array(z.string()))),
});

type Answers = z.output<typeof schema>;

/** Exceeds the number of branches with different programs between which a user switches. */
const mostAnswers = 32;

const mostFolders = 1_000;

/** The user's answers about folders' programs, in a file outside all folders. */
export class ProgramAnswers {
  private readonly file: SharedFile<Answers>;

  constructor(
    path: string,
    private readonly log: Log,
    /** Whether the CLI has run in a folder. */
    private readonly hasSessions: (folder: string) => Promise<boolean> = async () => false,
  ) {
    const initial = (): Answers => ({ byFolder: {} });
    this.file = new SharedFile({ path, version: 1, initial, parse: parsedBy(schema), log });
  }

  /** Returns the answer for exactly this content of the folder's files. */
  async find(folder: string, hash: string): Promise<ProgramsAnswer | undefined> {
    return answersFor(await this.file.read(), folder).find(one => one.hash === hash)?.answer;
  }

  async save(folder: string, hash: string, answer: ProgramsAnswer): Promise<void> {
    await this.file.change(value => {
      const others = answersFor(value, folder).filter(one => one.hash !== hash);
      const answers = [{ hash, answer }, ...others].slice(0, mostAnswers);
      return { ...value, byFolder: { ...value.byFolder, [folder]: answers } };
    });
  }

  /**
   * Whether local rules and tasks of a folder are the user's own. Where the CLI has run before
   * anybody was asked here, the user has answered its questions.
   */
  async hasOwnRules(folder: string): Promise<boolean> {
    const value = await this.file.read();
    const isKnown = value.ownRules?.includes(folder) === true;
    if (isKnown || answersFor(value, folder).length > 0 || !(await this.hasSessions(folder))) {
      return isKnown;
    }
    // Remembered, because sessions of later questions say nothing.
    await this.ownRules([folder]);
    return true;
  }

  /** Returns the rules in shared settings of a folder that the user gave by answers here. */
  async sharedRules(folder: string): Promise<readonly string[]> {
    return rulesOf(await this.file.read(), folder);
  }

  /** Notes rules that the user gives for everybody who works in a folder. Never rejects. */
  async keepSharedRules(folder: string, rules: readonly string[]): Promise<void> {
    await this.change(value => {
      const known = rulesOf(value, folder);
      const more = rules.filter(rule => !known.includes(rule));
      return more.length === 0
        ? value
        : { ...value, sharedRules: { ...value.sharedRules, [folder]: [...known, ...more] } };
    });
  }

  /** Takes what these folders have now, or will have, for the user's. Never rejects. */
  async ownRules(folders: readonly string[]): Promise<void> {
    await this.change(value => {
      const { ownRules = [] } = value;
      const more = folders.filter(folder => !ownRules.includes(folder));
      return more.length === 0
        ? value
        : { ...value, ownRules: [...ownRules, ...more].slice(-mostFolders) };
    });
  }

  private async change(change: (value: Answers) => Answers): Promise<void> {
    await this.file
      .change(change)
      .catch((error: unknown) =>
        this.log.warn(`The user will be asked again about rules: ${messageOf(error)}`),
      );
  }
}

function answersFor({ byFolder }: Answers, folder: string) {
  return Object.hasOwn(byFolder, folder) ? (byFolder[folder] ?? []) : [];
}

function rulesOf({ sharedRules = {} }: Answers, folder: string): readonly string[] {
  return Object.hasOwn(sharedRules, folder) ? (sharedRules[folder] ?? []) : [];
}
