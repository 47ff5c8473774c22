import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A small TypeScript project: one hook used in several files, and symbols with similar names. */
const files: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      target: 'ES2022',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      lib: ['ES2022'],
      types: [],
      noEmit: true,
    },
    include: ['source'],
  }),
  'source/draft.ts': `/** What was typed and not sent. */
export interface Draft {
  readonly text: string;
}

const drafts = new Map<string, Draft>();

/** The draft of a conversation. */
export function useDraft(id: string): Draft {
  return drafts.get(id) ?? { text: '' };
}

// useDraft is not called here.
export function useDrafts(): number {
  return drafts.size;
}
`,
  'source/composer.ts': `import { useDraft } from './draft';

export function compose(id: string): string {
  const draft = useDraft(id);
  return draft.text.trim();
}

export class Composer {
  load(id: string): string {
    return useDraft(id).text;
  }
}
`,
  'source/list.ts': `import { type Draft, useDraft as draftOf, useDrafts } from './draft';

export function title(id: string): string {
  const words = 'useDraft is only a word here';
  return draftOf(id).text || words;
}

export class Titled implements Draft {
  readonly text = String(useDrafts());
}

export class Store {
  load(): string {
    return 'useDraft';
  }
}
`,
  'source/broken.ts': `import { useDraft } from './draft';

export const count: number = useDraft('a').text;
`,
};

export async function writeTsProject(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
