import { join } from 'node:path';
import type { DefinitionPorts } from '../../../../../src/host/sections/definitions/definitionPorts';
import type { SectionBed } from '../files/sectionBed';

/** Ports that record what the host is asked to do. */
export function definitionBed(bed: SectionBed) {
  const opened: string[] = [];
  const started: (readonly [agent: string, cwd: string])[] = [];
  const ports: DefinitionPorts = {
    configFolder: () => bed.home,
    agentPlaces: () => ({
      ...{ configFolder: bed.home, home: join(bed.root, 'os'), managed: bed.managed },
      editorPrompts: join(bed.root, 'prompts'),
    }),
    usesGithub: () => true,
    removedFolder: join(bed.root, 'removed'),
    now: () => Date.now(),
    openFile: async path => void opened.push(path),
    running: () => [],
    preview: bed.files.preview,
    startWith: async (agent, cwd) => void started.push([agent, cwd]),
  };
  return { ports, opened, started };
}
