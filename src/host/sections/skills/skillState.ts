import { asString } from '../../../base/json';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import {
  type DefinitionFile,
  type DefinitionKind,
  definitionFiles,
  definitionPlaces,
} from '../../../cli/definitions/definitionFiles';
import { fieldText } from '../../../cli/definitions/frontMatter';
import { type Asked, askCli, type Note } from '../files/askCli';
import type { SettingsFiles } from '../files/settingsFiles';
import type { SectionPlace } from '../model/sectionSource';

/** How Claude Code offers a skill or command. */
export const offers = ['on', 'name-only', 'user-invocable-only', 'off'] as const;
export type Offer = (typeof offers)[number];

/** A skill or command in a file. */
export interface FileSkill {
  readonly kind: Extract<DefinitionKind, 'skills' | 'commands'>;
  readonly file: DefinitionFile;
  /** Name in the settings: of a skill's folder, or of a command such as `x:doit`. */
  readonly name: string;
  /** Word behind `/`. */
  readonly word: string;
  readonly description: string | undefined;
  readonly offer: Offer;
  /** Settings file that says how it is offered. */
  readonly chosenIn: SettingsFile | undefined;
  /** False if only Claude may use it. */
  readonly isForUser: boolean;
  /** False if only the user may use it. */
  readonly isForClaude: boolean;
  /** True if another file of this name takes precedence. */
  readonly isHidden: boolean;
}

/** A command or skill without a file here. */
export interface OtherSkill {
  readonly name: string;
  readonly description: string;
  readonly source: 'builtin' | 'other';
}

export interface SkillState {
  readonly own: readonly FileSkill[];
  readonly others: readonly OtherSkill[];
  readonly settings: readonly SettingsFile[];
  /** Whether this CLI lets settings say how a skill is offered. */
  readonly canChoose: boolean;
  readonly note: Note | undefined;
}

export async function readSkills(files: SettingsFiles, place: SectionPlace): Promise<SkillState> {
  const kinds = ['skills', 'commands'] as const;
  const [settings, listed, start, ...found] = await Promise.all([
    files.read(place),
    askCli(place, 'get_skills_dialog'),
    startCommands(place),
    ...kinds.map(async kind => {
      const places = await definitionPlaces(kind, files.configFolder, place.cwd);
      return (await definitionFiles(kind, places)).map(file => ({ kind, file }));
    }),
  ]);
  const seen = new Set<string>();
  const own = found.flat().map(({ kind, file }): FileSkill => {
    const name = nameOf(kind, file);
    const isHidden = seen.has(name);
    seen.add(name);
    const chosenIn = settings.findLast(({ value }) => offerIn(value, name) !== undefined);
    return {
      ...{ kind, file, name, isHidden, chosenIn },
      word: kind === 'skills' ? (fieldText(file, 'name') ?? name) : name,
      description: fieldText(file, 'description'),
      offer: (chosenIn && offerIn(chosenIn.value, name)) ?? 'on',
      isForUser: fieldText(file, 'user-invocable') !== 'false',
      isForClaude: fieldText(file, 'disable-model-invocation') !== 'true',
    };
  });
  const words = new Set(own.flatMap(({ name, word }) => [name, word]));
  const reported = (listed.report?.skills ?? []).map(({ name, description = '' }) => ({
    ...{ name, description, source: 'other' as const },
  }));
  const others = new Map<string, OtherSkill>();
  for (const one of [...reported, ...start]) {
    // By their names, these are only for the CLI's own servers.
    const isInternal = one.name.startsWith('__');
    if (!isInternal && !words.has(one.name) && !others.has(one.name)) others.set(one.name, one);
  }
  return { own, others: [...others.values()], settings, ...chooses(listed) };
}

function chooses({ report, note }: Asked<'get_skills_dialog'>) {
  return { canChoose: report?.skills.every(({ state }) => state !== undefined) ?? false, note };
}

/** Value of the setting `skillOverrides` for a name. */
function offerIn({ skillOverrides }: SettingsFile['value'], name: string): Offer | undefined {
  const chosen =
    typeof skillOverrides === 'object' &&
    skillOverrides !== null &&
    Object.hasOwn(skillOverrides, name)
      ? asString((skillOverrides as Readonly<Record<string, unknown>>)[name])
      : undefined;
  return offers.find(offer => offer === chosen);
}

function nameOf(kind: FileSkill['kind'], { relative }: DefinitionFile): string {
  return kind === 'skills'
    ? relative.replace(/\/SKILL\.md$/, '')
    : relative.replace(/\.md$/, '').replaceAll('/', ':');
}

async function startCommands(place: SectionPlace): Promise<readonly OtherSkill[]> {
  if (!place.isTrusted) {
    return [];
  }
  // Why none can be asked is said by the note of the first question.
  const start = await place.reports().then(
    reports => reports.start,
    () => undefined,
  );
  return (start?.commands ?? []).map(({ name, description = '', ...rest }) => ({
    ...{ name, description },
    source: 'builtin' in rest && rest.builtin === true ? 'builtin' : 'other',
  }));
}
