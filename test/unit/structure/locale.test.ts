import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

/** Ways to write numbers and times that do not know the editor's language. */
const own = /\.toLocale(?:Time|Date)?String\(|new Intl\.(?:Number|DateTime)Format\(|\.toFixed\(/;

/** Files that need one of them, with the reason. */
const needed: Readonly<Record<string, string>> = {
  'src/base/locale.ts': 'The place for all of them.',
  'src/host/sessions/shortTexts.ts': 'Ages are written in the language of the caller.',
  'src/host/runs/rows/batchTexts.ts': 'Starts are written in the language of the caller.',
  'src/host/agentTools/read/folderTools.ts': 'Agents read it.',
  'src/host/agentTools/run/taskText.ts': 'Agents read it.',
  'webview/composer/dictation/DictationStrip.tsx': 'A number in a style.',
  'webview/inspector/details/eventPaths.ts': 'Numbers in a path.',
};

it('writes numbers and times for users in one place, in the language of the editor', () => {
  const files = ['webview', 'src/base', 'src/contract', 'src/core', 'src/host', 'src/transcript'];
  const found = files
    .flatMap(sourcesIn)
    .filter(file => own.test(readFileSync(join(repository, file), 'utf8')));
  expect(found.sort()).toEqual(Object.keys(needed).sort());
});
