import * as l10n from '@vscode/l10n';
import type { ToolCall, ToolFamily, ToolInputs } from '../../../contract/tools';
import { shownPath } from '../../../protocol/shownPaths';
import { oneLine } from '../text/foreignText';
import type { AcpKind } from '../wire/toolCall';

/** Words for families whose tools have another name in each agent. */
function familyTitle(family: ToolFamily): string | undefined {
  switch (family) {
    case 'bash':
      return l10n.t('Run');
    case 'read':
      return l10n.t('Read');
    case 'list':
      return l10n.t('List');
    case 'glob':
      return l10n.t('Find files');
    case 'grep':
      return l10n.t('Search');
    case 'edit':
    case 'notebookEdit':
      return l10n.t('Edit');
    case 'write':
      return l10n.t('Write');
    case 'webFetch':
      return l10n.t('Fetch');
    case 'webSearch':
      return l10n.t('Search the web');
    case 'todoWrite':
      return l10n.t('To-dos');
    case 'agent':
      return l10n.t('Agent');
    case 'skill':
      return l10n.t('Skill');
    case 'question':
      return l10n.t('Ask');
    case 'plan':
      return l10n.t('Plan');
    default:
      return undefined;
  }
}

function kindTitle(kind: AcpKind): string {
  switch (kind) {
    case 'delete':
      return l10n.t('Delete');
    case 'move':
      return l10n.t('Move');
    case 'think':
      return l10n.t('Think');
    case 'switch_mode':
      return l10n.t('Change mode');
    default:
      return l10n.t('Tool');
  }
}

/** Texts of the agent from which a title is made; all in one line. */
interface TitleFacts {
  readonly family: ToolFamily;
  readonly kind: AcpKind;
  readonly title: string;
  readonly name: string;
  readonly input: ToolInputs[ToolFamily] | undefined;
  /** Absolute path that the call is about. */
  readonly path: string | undefined;
  readonly cwd: string;
}

const lookingFamilies: ReadonlySet<ToolFamily> = new Set(['grep', 'glob', 'webFetch', 'webSearch']);

/** Returns the words of a card's head: what is done, and to what. */
export function callTitle(facts: TitleFacts): Pick<ToolCall, 'title' | 'target'> {
  const { family, kind, title, name, path, cwd } = facts;
  if (family === 'mcp') {
    const { server, tool } = (facts.input ?? {}) as Partial<ToolInputs['mcp']>;
    return { title: server === undefined ? title || name : `${server}: ${tool}` };
  }
  const own = familyTitle(family);
  const shown = path === undefined ? undefined : oneLine(shownPath(path, cwd), 1_000);
  if (own === undefined) {
    const words = title || name || kindTitle(kind);
    return {
      title: words,
      ...(shown !== undefined && !words.includes(shown) ? { target: shown } : {}),
    };
  }
  const said = title === name ? undefined : title;
  // Gemini sends no input: what is looked for stands in its title only.
  const rest = lookingFamilies.has(family) ? (said ?? shown) : (shown ?? said);
  const target = targetOf(facts) ?? rest ?? '';
  return { title: own, ...(target === '' ? {} : { target }) };
}

function targetOf({ family, input }: TitleFacts): string | undefined {
  const members: Readonly<Record<string, unknown>> = { ...input };
  const text = (name: string) => {
    const value = members[name];
    return typeof value === 'string' && value.trim() !== '' ? oneLine(value, 1_000) : undefined;
  };
  switch (family) {
    case 'bash': {
      const command = members.command;
      return typeof command === 'string'
        ? oneLine(command.trim().split('\n')[0] ?? '', 1_000)
        : undefined;
    }
    case 'glob':
    case 'grep':
      return text('pattern');
    case 'webFetch':
      return text('url')
        ?.replace(/^https?:\/\//i, '')
        .replace(/\/$/, '');
    case 'webSearch':
      return text('query');
    case 'agent':
      return text('description');
    case 'skill':
      return text('name');
    case 'todoWrite':
    case 'question':
    case 'plan':
      return '';
    default:
      return undefined;
  }
}
