import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryBed } from '../../host/folders/repositoryBed';

/** A repository of somebody else; each program that it names leaves a mark. */
export class HostileRepository {
  private constructor(
    readonly bed: RepositoryBed,
    readonly program: string,
  ) {}

  static async create(): Promise<HostileRepository> {
    const bed = await RepositoryBed.create();
    const program = join(bed.top, 'program');
    await writeFile(program, `#!/bin/sh\ntouch '${join(bed.top, 'mark')}'\n`);
    await chmod(program, 0o755);
    return new HostileRepository(bed, program);
  }

  get root(): string {
    return this.bed.root;
  }

  get hasRun(): boolean {
    return existsSync(join(this.bed.top, 'mark'));
  }

  forget(): Promise<void> {
    return rm(join(this.bed.top, 'mark'), { force: true });
  }

  config(...args: string[]): void {
    this.bed.run(this.root, 'config', ...args);
  }

  async hook(name: string): Promise<void> {
    const path = join(this.root, '.git', 'hooks', name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, `#!/bin/sh\n'${this.program}' </dev/null\n`);
    await chmod(path, 0o755);
  }
}
