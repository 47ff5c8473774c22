import { provideVendorAgent, vendorAgentFolder } from '../acp/vendorAgents';
import type { VendorAgent } from '../acp/vendorPins';
import { type BetweenVersion, cliBinary, type OldCliVersion, provideCli } from '../cli/cliBinary';
import { hasQuestionPackages, provideQuestionPackages } from '../codeSearch/questionPackages';
import { installPackages, isHalfInstalled } from '../debian';
import type { EditorVersion } from '../editor/editorPins';
import { editorRipgrep, provideRipgrep } from '../editor/editorRipgrep';
import { findEditor, provideEditor } from '../editor/provision';
import { findBrowser } from '../findBrowser';
import { findPython, provideKernel } from '../ipython/findPython';
import { provideBrowser } from './browser';
import { hasFonts, provideFonts } from './fonts';
import type { Provision } from './provideAll';
import { speechPrograms } from './speech';
import { findWrapperProgram, provideSshServer } from './wrappers';

/** Tasks that need more than a clone: the suites of `npm test`, its full run, other commands. */
export const tasks = [
  ...(['start', 'bench', 'check', 'unit', 'cli', 'page', 'editor'] as const),
  ...(['full', 'fullEditor'] as const),
] as const;
export type Task = (typeof tasks)[number];

/** Provisions in the order of installation: the fastest to fail and most needed come first. */
export const provisions: readonly (Provision & { tasks: readonly Task[] })[] = [
  { ...editor('newest', 150), tasks: ['start', 'bench', 'editor'] },
  { ...browser(), tasks: ['bench', 'page', 'editor'] },
  { ...fonts(), tasks: ['bench', 'page', 'editor'] },
  { ...ripgrep(), tasks: ['unit', 'bench'] },
  { ...codeQuestions(), tasks: ['bench'] },
  { ...cli('2.0.36', 36), tasks: ['cli', 'editor'] },
  { ...cli('2.1.7', 26), tasks: ['cli', 'editor'] },
  { ...cli('2.1.120', 76), tasks: ['cli', 'editor'] },
  { ...cli('2.1.200', 78), tasks: ['cli', 'editor'] },
  { ...editor('oldest', 80), tasks: ['fullEditor'] },
  { ...cli('2.1.50', 18), tasks: ['full'] },
  { ...cli('2.1.150', 70), tasks: ['full'] },
  { ...cli('2.1.260', 80), tasks: ['full'] },
  { ...cli('2.1.300', 80), tasks: ['full'] },
  { ...vendorAgent('claude-agent-acp', 5), tasks: ['full'] },
  { ...vendorAgent('opencode', 60), tasks: ['full'] },
  { ...kernel(), tasks: ['fullEditor'] },
  { ...speechPrograms(), tasks: ['bench', 'full'] },
  { ...sandbox(), tasks: ['full'] },
  { ...sshServer(), tasks: ['full'] },
];

function browser(): Provision {
  return {
    name: 'browser',
    what: 'Chromium',
    megabytes: 200,
    isThere: async () => findBrowser() !== undefined && !(await isHalfInstalled('chromium')),
    provide: provideBrowser,
  };
}

function fonts(): Provision {
  return {
    name: 'fonts',
    what: 'A font',
    megabytes: 1,
    isThere: () => hasFonts(),
    provide: provideFonts,
  };
}

function kernel(): Provision {
  return {
    name: 'kernel',
    what: 'The Jupyter kernel (ipykernel)',
    megabytes: 30,
    isThere: async () =>
      (await findPython()) !== undefined && !(await isHalfInstalled('python3-ipykernel')),
    provide: provideKernel,
  };
}

function sandbox(): Provision {
  return {
    name: 'bubblewrap',
    what: 'The sandbox bubblewrap',
    megabytes: 1,
    isThere: async () => (await findWrapperProgram('bwrap')) !== undefined,
    provide: progress => installPackages(['bubblewrap'], progress),
  };
}

function sshServer(): Provision {
  return {
    name: 'sshd',
    what: 'An SSH server, started by tests only',
    megabytes: 4,
    isThere: async () =>
      (await findWrapperProgram('sshd')) !== undefined &&
      !(await isHalfInstalled('openssh-server')),
    provide: provideSshServer,
  };
}

function ripgrep(): Provision {
  return {
    name: 'ripgrep',
    what: 'ripgrep',
    megabytes: 2,
    isThere: async () => (await editorRipgrep()) !== undefined,
    provide: provideRipgrep,
  };
}

function codeQuestions(): Provision {
  return {
    name: 'code-questions',
    what: 'Packages whose code is searched',
    megabytes: 4,
    isThere: () => hasQuestionPackages(),
    provide: provideQuestionPackages,
  };
}

function editor(version: EditorVersion, megabytes: number): Provision {
  return {
    name: `editor-${version}`,
    what: `VS Code (the ${version} that is supported)`,
    megabytes,
    isThere: () => succeeds(findEditor(version)),
    provide: progress => provideEditor(version, progress),
  };
}

function cli(version: OldCliVersion | BetweenVersion, megabytes: number): Provision {
  return {
    name: `cli-${version}`,
    what: `Claude Code ${version}`,
    megabytes,
    isThere: () => succeeds(cliBinary(version)),
    provide: progress => provideCli(version, progress),
  };
}

function vendorAgent(agent: VendorAgent, megabytes: number): Provision {
  return {
    name: `acp-${agent}`,
    what: `The agent ${agent}`,
    megabytes,
    isThere: () => succeeds(vendorAgentFolder(agent)),
    provide: progress => provideVendorAgent(agent, progress),
  };
}

/** Converts a search to a boolean; its error message is meant for tests. */
function succeeds(look: Promise<unknown>): Promise<boolean> {
  return look.then(
    () => true,
    () => false,
  );
}
