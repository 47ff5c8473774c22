import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { SectionRow } from '../../../../../src/contract/sections';
import type { FilePreview } from '../../../../../src/host/sections/files/changePreview';
import { SettingsFiles } from '../../../../../src/host/sections/files/settingsFiles';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../../../../../src/host/sections/model/sectionSource';
import type { AgentReports } from '../../../../../src/protocol/agentReports';

type Answers = Readonly<Record<string, unknown>>;

/** Folders with settings, and a place without a CLI or with recorded answers of one. */
export class SectionBed {
  readonly root = mkdtempSync(join(tmpdir(), 'tandem-sections-'));
  readonly home = join(this.root, 'home');
  readonly cwd = join(this.root, 'project');
  readonly managed = join(this.root, 'managed');
  /** Changes that were shown as a diff. */
  readonly shown: (readonly FilePreview[])[] = [];
  /** Requests to the CLI. */
  readonly asked: string[] = [];
  readonly user = join(this.home, 'settings.json');
  readonly project = join(this.cwd, '.claude', 'settings.json');
  readonly local = join(this.cwd, '.claude', 'settings.local.json');
  readonly files = new SettingsFiles({
    configFolder: () => this.home,
    managed: this.managed,
    launch: () => undefined,
    preview: { show: async (_title, files) => void this.shown.push(files) },
  });

  constructor() {
    mkdirSync(this.cwd);
  }

  write(path: string, content: unknown): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }

  text(path: string): string {
    return readFileSync(path, 'utf8');
  }

  json(path: string): unknown {
    return JSON.parse(this.text(path));
  }

  /** @param answers of the CLI by request; without them, none can be asked */
  place(answers?: Answers, more: Partial<SectionPlace> = {}): SectionPlace {
    const ask = async (name: string) => {
      this.asked.push(name);
      return answers?.[name] ?? {};
    };
    return {
      cwd: this.cwd,
      channel: undefined,
      isTrusted: true,
      restart: () => undefined,
      reports: async () => {
        if (!answers) {
          throw new Error('There is no CLI.');
        }
        const start = { commands: [], models: [], ...(answers.start ?? {}) };
        const reports = { version: '2.1.329', start, ask };
        return { ...reports, hookRuns: () => answers.hookRuns ?? [] } as unknown as AgentReports;
      },
      ...more,
    };
  }

  act(
    source: SectionSource,
    request: Partial<ActionRequest>,
    place = this.place(),
  ): Promise<ActionOutcome> {
    const whole = { action: '', entries: [], isPreview: false, ...request };
    return source.act?.(place, whole) ?? Promise.reject(new Error('It cannot be changed.'));
  }
}

export function useSectionBed(): { readonly bed: SectionBed } {
  const use = { bed: undefined as unknown as SectionBed };
  beforeEach(() => {
    use.bed = new SectionBed();
  });
  afterEach(() => rmSync(use.bed.root, { recursive: true }));
  return use;
}

export function rowsOf(content: SectionContent, group: string): readonly SectionRow[] {
  return content.groups.find(({ id }) => id === group)?.rows ?? [];
}
