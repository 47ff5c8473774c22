import { fileURLToPath } from 'node:url';
import { startedPage } from '../startedPage';

/** A peer is built from a checkout of its repository at this commit. */
export interface PeerSource {
  readonly repository: string;
  readonly commit: string;
  /** Day of the commit. */
  readonly date: string;
  /** Tracked paths that are not copied, with a slash at the end of folders. */
  readonly leftOut: readonly string[];
  /** Arguments of npm for its own build, in a copy of the checkout. */
  readonly build: readonly (readonly string[])[];
  /** File in the copy that the extension runs as its CLI, where no setting names another one. */
  readonly cliFile?: string;
}

/** An extension that is compared. */
export interface Product {
  readonly name: ProductName;
  readonly title: string;
  readonly extensionId: string;
  /** View with its page; `<view>.focus` opens it. */
  readonly view: string;
  /** Selector of the text box in the page. */
  readonly input: string;
  /** Selector of the box that takes text while the page starts, where that is another one. */
  readonly firstBox?: string;
  /** Settings with which it starts this CLI. */
  readonly settings: (cli: string) => Readonly<Record<string, unknown>>;
  readonly source?: PeerSource;
  /** For the report. */
  readonly remark?: string;
}

export type ProductName = 'bare' | 'tandem' | 'claudix' | 'claude-code-chat';

export const bareFolder = fileURLToPath(new URL('../../bench/peers/bare', import.meta.url));

/** In the order of the report's columns; the first one is the yardstick. */
export const products: readonly Product[] = [
  {
    ...{ name: 'bare', title: 'bare', extensionId: 'tandem-test.bare-chat', view: 'bare.chat' },
    input: '#message',
    settings: () => ({}),
    remark:
      'our own: spawn, split, parse, merge deltas for 16 ms, post, append text nodes to lines, follow the end',
  },
  {
    ...{ name: 'tandem', title: 'Tandem', extensionId: 'tandem.tandem-code', view: 'tandem.chat' },
    input: `${startedPage} :is([role=textbox], textarea)[aria-label=Message]`,
    firstBox: 'main :is([role=textbox], textarea)[aria-label=Message]',
    settings: cli => ({ 'tandem.cli.path': cli, 'tandem.notifications': 'never' }),
  },
  {
    ...{ name: 'claudix', title: 'Claudix', extensionId: 'haleclipse.claudix-vscode' },
    ...{ view: 'claudix.chatView', input: '[contenteditable=true]' },
    settings: () => ({}),
    remark:
      'without the CLI that it contains, and, as it has no lock file, with the packages of the day on which it was built',
    source: {
      repository: 'https://github.com/Haleclipse/Claudix',
      commit: '85e85f5ef42f5a37d252a779ebb58fbc94365697',
      date: '2025-11-14',
      leftOut: ['resources/claude-code/'],
      build: [
        ['install', '--no-audit', '--no-fund'],
        ['run', 'build:webview'],
        ['run', 'build:extension'],
      ],
      cliFile: 'resources/claude-code/cli.js',
    },
  },
  {
    ...{ name: 'claude-code-chat', title: 'Chat for Claude Code' },
    ...{ extensionId: 'andrepimenta.claude-code-chat', view: 'claude-code-chat.chat' },
    input: '#messageInput',
    settings: cli => ({ 'claudeCodeChat.executable.path': cli }),
    remark: 'starts a CLI for each prompt, and asks it for whole messages only',
    source: {
      repository: 'https://github.com/andrepimenta/claude-code-chat',
      commit: 'ab6e307209a41ed6079011ae7037505d56fa2cc9',
      date: '2026-06-23',
      leftOut: [],
      build: [
        ['ci', '--no-audit', '--no-fund'],
        ['run', 'compile'],
      ],
    },
  },
];

/** Extensions without a column, and why. */
export const notCompared: Readonly<Record<string, string>> = {
  Cline:
    'it runs the CLI only after a provider was chosen on its set-up page, and nothing here operates that page',
};
