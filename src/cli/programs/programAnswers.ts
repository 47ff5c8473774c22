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
});

type Answers = z.output<typeof schema>;

/** Exceeds the number of branches with different programs between which a user switches. */
const mostAnswers = 32;

/** The user's answers about folders' programs, in a file outside all folders. */
export class ProgramAnswers {
  private readonly file: SharedFile<Answers>;

  constructor(path: string, log: Log) {
    const initial = () => ({ byFolder: {} });
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
      return { byFolder: { ...value.byFolder, [folder]: answers } };
    });
  }
}

function answersFor({ byFolder }: Answers, folder: string) {
  return Object.hasOwn(byFolder, folder) ? (byFolder[folder] ?? []) : [];
}
