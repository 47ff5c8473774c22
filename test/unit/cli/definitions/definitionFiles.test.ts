import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DefinitionKind,
  definitionFiles,
  definitionPlaces,
} from '../../../../src/cli/definitions/definitionFiles';

let home: string;
const file = async (path: string, text = '---\nname: a\n---\nBody') => {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), text);
};
const config = () => join(home, 'config');
const list = async (kind: DefinitionKind, cwd = join(home, 'repository')) =>
  definitionFiles(kind, await definitionPlaces(kind, config(), cwd));
const listed = async (kind: DefinitionKind, cwd?: string) =>
  (await list(kind, cwd)).map(({ place, relative }) => `${place.scope} ${relative}`);

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-definitions-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('definition files', () => {
  it('are those of the folder, of its parents in the repository, and of the user', async () => {
    await file('repository/.git/HEAD');
    await file('repository/part/.claude/agents/inner.md');
    await file('repository/.claude/agents/review/outer.md');
    await file('.claude/agents/outside.md');
    await file('config/agents/own.md');
    await file('config/agents/notes.txt');
    expect(await listed('agents', join(home, 'repository/part'))).toEqual([
      'project inner.md',
      'project review/outer.md',
      'user own.md',
    ]);
  });

  it('are those of the folder alone where there is no repository', async () => {
    await file('part/.claude/commands/a.md');
    await file('.claude/commands/above.md');
    expect(await listed('commands', join(home, 'part'))).toEqual(['project a.md']);
    expect(await definitionPlaces('commands', config(), undefined)).toHaveLength(1);
  });

  it('are listed once where the folder is the user’s own', async () => {
    await file('.claude/agents/own.md');
    const places = await definitionPlaces('agents', join(home, '.claude'), home);
    expect((await definitionFiles('agents', places)).map(({ path }) => path)).toEqual([
      join(home, '.claude/agents/own.md'),
    ]);
  });

  it('of skills are folders with a SKILL.md, links to folders included', async () => {
    await file('elsewhere/SKILL.md', '---\ndescription: Linked\n---\nBody');
    await file('config/skills/plain/SKILL.md');
    await file('config/skills/plain/inner/SKILL.md');
    await file('config/skills/none/readme.md');
    await symlink(join(home, 'elsewhere'), join(config(), 'skills/linked'));
    const found = await list('skills');
    expect(found.map(({ relative }) => relative)).toEqual(['linked/SKILL.md', 'plain/SKILL.md']);
    expect(found[0]).toMatchObject({ fields: { description: 'Linked' }, body: 'Body' });
  });

  it('are looked for in a bounded number of folders, as behind a link to all files', async () => {
    const agents = 'repository/.claude/agents';
    for (let index = 0; index < 600; index += 1) {
      await mkdir(join(home, agents, `${index}`.padStart(4, '0')), { recursive: true });
    }
    await file(`${agents}/0001/a.md`);
    await file(`${agents}/0599/z.md`);
    expect(await listed('agents')).toEqual(['project 0001/a.md']);
  });

  it('that are too large together say so, and those of the user are read all the same', async () => {
    const large = 'x'.repeat(1024 * 1000);
    const names = Array.from({ length: 20 }, (_, index) => `repository/.claude/agents/${index}.md`);
    await Promise.all(names.map(name => file(name, large)));
    await file('config/agents/own.md');
    const files = await list('agents');
    expect(files.filter(({ failure }) => failure === undefined)).toHaveLength(17);
    expect(files.filter(({ body }) => body !== '')).toHaveLength(17);
    expect(files.at(-1)).toMatchObject({ relative: 'own.md', fields: { name: 'a' } });
    expect(files[19]?.failure).toContain('the list is larger than 16 MB');
  });

  it('end where links go round, and say why one cannot be read', async () => {
    await file('config/agents/a.md');
    await symlink(join(config(), 'agents'), join(config(), 'agents/again'));
    await symlink(join(config(), 'gone.md'), join(config(), 'agents/gone.md'));
    await file('config/agents/large.md', 'x'.repeat(1_100_000));
    const found = await list('agents');
    expect(found.map(({ relative }) => relative)).toEqual(['a.md', 'gone.md', 'large.md']);
    expect(found.map(({ failure }) => failure ?? 'read')).toEqual([
      'read',
      expect.stringContaining('no such file'),
      expect.stringContaining('larger than 1 MB'),
    ]);
  });
});
