import * as l10n from '@vscode/l10n';
import type { FileWorld, Finding } from './agentFile';
import { finding } from './headFindings';
import type { HeadSource } from './headSource';
import { badInputs } from './promptText';

/** UTF-16 units of instructions that GitHub takes. */
const longest = 30_000;

/** Says what is wrong with the text below the head, or with the name of the file. */
export function bodyFindings(
  text: string,
  { state, body, bodyLine }: HeadSource,
  path: string,
  world: FileWorld,
): Finding[] {
  const place = { line: 0, start: 0, end: 1 };
  const found: Finding[] = [];
  if (path.endsWith('.chatmode.md')) {
    const words = l10n.t('Chat modes are agents now: name the file “….agent.md”.');
    found.push(finding('file.oldName', 'information', place, words));
  }
  if (state === 'open') {
    return found;
  }
  if (body.trim() === '') {
    const words =
      world === 'prompt'
        ? l10n.t('The prompt is empty: it sends only what is typed after its name.')
        : l10n.t('The agent has no instructions. Write them below the frontmatter.');
    const line = Math.max(0, bodyLine - 1);
    found.push(finding('body.empty', 'warning', { line, start: 0, end: 3 }, words));
  }
  if (world === 'githubAgent' && body.length > longest) {
    const words = l10n.t(
      'GitHub takes {0} characters of instructions; these are {1}.',
      longest,
      body.length,
    );
    found.push(finding('body.long', 'information', { line: bodyLine, start: 0, end: 1 }, words));
  }
  return world === 'prompt' ? [...found, ...inputFindings(text)] : found;
}

function inputFindings(text: string): Finding[] {
  return text.split(/\r?\n/).flatMap((content, line) =>
    badInputs(content).map(({ index, text: bad }) => {
      const words = l10n.t('“{0}” names no input. Write it as {1}.', bad, '$' + '{input:name}');
      const end = index + bad.length;
      return finding('prompt.badInput', 'warning', { line, start: index, end }, words);
    }),
  );
}
