import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { Log } from '../../base/log';
import type { ProgramsAnswer } from '../../contract/programs';
import { makeFolder } from '../../node/durableFolder';
import { parsedBy } from '../../node/parsedBy';
import { VersionedFile } from '../../node/versionedFile';

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
  private opening: Promise<VersionedFile<Answers>> | undefined;

  constructor(
    private readonly path: string,
    private readonly log: Log,
  ) {}

  /** Returns the answer for exactly this content of the folder's files. */
  async find(folder: string, hash: string): Promise<ProgramsAnswer | undefined> {
    const file = await this.file();
    // Another window may have been answered.
    await file.refresh();
    return answersFor(file.value, folder).find(one => one.hash === hash)?.answer;
  }

  async save(folder: string, hash: string, answer: ProgramsAnswer): Promise<void> {
    const file = await this.file();
    await file.refresh();
    file.update(value => {
      const others = answersFor(value, folder).filter(one => one.hash !== hash);
      const answers = [{ hash, answer }, ...others].slice(0, mostAnswers);
      return { byFolder: { ...value.byFolder, [folder]: answers } };
    });
    await file.flush();
  }

  private file(): Promise<VersionedFile<Answers>> {
    this.opening ??= this.openFile();
    return this.opening;
  }

  private async openFile(): Promise<VersionedFile<Answers>> {
    await makeFolder(dirname(this.path));
    return VersionedFile.open<Answers>({
      path: this.path,
      version: 1,
      initial: () => ({ byFolder: {} }),
      parse: parsedBy(schema),
      log: this.log,
    });
  }
}

function answersFor({ byFolder }: Answers, folder: string) {
  return Object.hasOwn(byFolder, folder) ? (byFolder[folder] ?? []) : [];
}
