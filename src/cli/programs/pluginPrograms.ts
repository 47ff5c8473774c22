import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { asString, isObject, parsedJson } from '../../base/json';
import { hasCode } from '../../node/hasCode';
import { findFiles, mostFiles, namesIn } from './programFiles';
import { type FileReading, readJson, readText, unsearchable } from './programReadings';
import { serverPrograms, settingsPrograms } from './settingsPrograms';

/** Folder of a plugin that holds its manifest. */
const manifestFolder = '.claude-plugin';

/** Reads the folders below `.claude/skills` that Claude Code loads as plugins, hooks included. */
export async function readPlugins(claude: string): Promise<FileReading[]> {
  const skills = join(claude, 'skills');
  const readings: FileReading[] = [];
  let total = 0;
  for (const name of (await namesIn(skills)).sort()) {
    const folder = join(skills, name);
    if (await isThere(join(folder, manifestFolder))) {
      const files = await findFiles(folder, () => true);
      total += files?.length ?? 0;
      if (total > mostFiles) {
        // Each start of a process would wait until they are read.
        return [...readings, await unsearchable(skills)];
      }
      readings.push(...(await readPlugin(folder, files)));
    }
  }
  return readings;
}

async function readPlugin(
  folder: string,
  files: readonly string[] | undefined,
): Promise<FileReading[]> {
  const manifest = join(folder, manifestFolder, 'plugin.json');
  const readings: FileReading[] = files ? [] : [await unsearchable(folder)];
  const digest = createHash('sha256');
  const names = (files ?? []).map(path => relative(folder, path).split(sep).join('/'));
  for (const [index, path] of (files ?? []).entries()) {
    const text = await readText(path, 'latin1');
    const isText = text === undefined || typeof text === 'string';
    if (!isText) {
      readings.push({ path, ...text });
    }
    digest.update(JSON.stringify([names[index], isText ? text : text.content]));
  }
  const name = await nameIn(manifest, basename(folder));
  const plugin = { kind: 'plugin' as const, name, text: names.join('\n') };
  return [
    { path: manifest, found: [plugin], content: digest.digest('hex') },
    await readJson(join(folder, 'hooks', 'hooks.json'), ({ hooks }) => settingsPrograms({ hooks })),
    await readJson(join(folder, '.mcp.json'), serverPrograms),
    ...readings,
  ];
}

async function nameIn(manifest: string, otherwise: string): Promise<string> {
  const text = await readText(manifest);
  const value = typeof text === 'string' ? parsedJson(text) : undefined;
  const { name } = isObject(value) ? value : {};
  return asString(name) ?? otherwise;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    // Nobody can judge a folder that is there, but not for Tandem.
    error => !hasCode(error, 'ENOENT', 'ENOTDIR'),
  );
}
