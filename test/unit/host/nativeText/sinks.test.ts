import { expect, it } from 'vitest';
import { type InputApi, nativeInputs, pickItem } from '../../../../src/host/nativeText/inputs';
import { type MessageApi, nativeMessages } from '../../../../src/host/nativeText/messages';
import { labelText } from '../../../../src/host/nativeText/neutral';
import { nativeProgress, type ProgressApi } from '../../../../src/host/nativeText/progress';
import { describeView, neutralRow, titlePanel } from '../../../../src/host/nativeText/rows';
import {
  hideStatus,
  type StatusItem,
  showStatus,
} from '../../../../src/host/nativeText/statusItems';
import { statusMarkdown } from '../../../../src/host/nativeText/statusMarkdown';
import { markdownFacts } from '../../../../src/host/sessions/rowTexts';

type MessageOptions = Parameters<MessageApi['showErrorMessage']>[1];
type PickItem = Parameters<typeof pickItem>[0];
type PickOptions = NonNullable<Parameters<InputApi['showQuickPick']>[1]>;
type BoxOptions = NonNullable<Parameters<InputApi['showInputBox']>[0]>;
type View = Parameters<typeof describeView>[0];

type Draws = 'links' | 'icons' | 'links and icons' | 'text' | 'lines' | 'Markdown';

/** Returns what a sink hands to VS Code for a foreign text. */
type Sink = (text: string) => string | undefined | Promise<string | undefined>;

const message: (name: keyof MessageApi, given?: MessageOptions) => Sink =
  (name, given) => async text => {
    const shown: string[] = [];
    const show: MessageApi[typeof name] = (...[said, { detail }, ...actions]) => {
      shown.push(...(detail === undefined ? [said, ...actions] : [detail]));
      return Promise.resolve(undefined);
    };
    const window = {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
    };
    await nativeMessages(window)[name](text, given ? { ...given, detail: text } : { modal: false });
    return shown[0];
  };

const createQuickPick: InputApi['createQuickPick'] = () => {
  throw new Error('No pick is created here.');
};

/** Opens an input with a foreign text in each place; returns what VS Code is given. */
async function inputsOf(text: string) {
  const seen: {
    item?: PickItem;
    box?: BoxOptions;
  } & PickOptions = {};
  const window: InputApi = {
    showQuickPick: async ([item], given) => void Object.assign(seen, given, { item }),
    showInputBox: async box => void Object.assign(seen, { box }),
    createQuickPick,
  };
  const { showQuickPick, showInputBox } = nativeInputs(window);
  const item = { label: text, description: text, detail: text };
  await showQuickPick([item], { title: text, placeHolder: text });
  const validateInput = (value: string) => (value ? { message: text, severity: 1 } : text);
  await showInputBox({ title: text, prompt: text, placeHolder: text, validateInput });
  return seen;
}

async function progressOf(text: string, location: number) {
  const seen: string[] = [];
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  };
  const api: ProgressApi = {
    window: {
      withProgress: async ({ title = '' }, task) => {
        seen.push(title);
        return task({ report: ({ message = '' }) => void seen.push(message) }, token);
      },
      setStatusBarMessage: (said: string) => {
        seen.push(said);
        return { dispose: () => undefined };
      },
    },
    ProgressLocation: { Window: 10 },
  };
  const { withProgress, setStatusBarMessage } = nativeProgress(api);
  await withProgress({ location, title: text }, async progress =>
    progress.report({ message: text }),
  );
  setStatusBarMessage(text, 1);
  return seen;
}

/** @param send receives what VS Code would send to the window */
function statusItem(send: (what: 'show' | 'hide') => void): StatusItem {
  const item: object = { show: () => send('show'), hide: () => send('hide') };
  return item as StatusItem;
}

function statusOf(text: string) {
  const item = statusItem(() => undefined);
  showStatus(item, { text: `$(plug) ${text}`, tooltip: text, label: text });
  return item;
}

const row = (text: string) =>
  neutralRow({ label: text, description: text, tooltip: text, accessibleLabel: text });

/** Runs what VS Code would run on each change of the input's value. */
async function remarkOf(text: string, value: string) {
  const { box } = await inputsOf(text);
  const found = await box?.validateInput?.(value);
  return typeof found === 'string' ? found : found?.message;
}

const sinks: readonly [name: string, draws: Draws, Sink][] = [
  ['information', 'links', message('showInformationMessage')],
  ['warning', 'links', message('showWarningMessage')],
  ['error', 'links', message('showErrorMessage')],
  ['detail of a modal message', 'lines', message('showWarningMessage', { modal: true })],
  ['label of a pick', 'icons', async text => (await inputsOf(text)).item?.label],
  ['description of a pick', 'icons', async text => (await inputsOf(text)).item?.description],
  ['detail of a pick', 'icons', async text => (await inputsOf(text)).item?.detail],
  ['title of a pick', 'text', async text => (await inputsOf(text)).title],
  ['placeholder of a pick', 'text', async text => (await inputsOf(text)).placeHolder],
  ['item of a created pick', 'icons', text => pickItem({ label: text }).label],
  ['prompt of an input', 'links and icons', async text => (await inputsOf(text)).box?.prompt],
  ['title of an input', 'text', async text => (await inputsOf(text)).box?.title],
  ['placeholder of an input', 'text', async text => (await inputsOf(text)).box?.placeHolder],
  ['remark on an input', 'links and icons', text => remarkOf(text, '')],
  ['remark with a severity', 'links and icons', text => remarkOf(text, 'x')],
  ['progress notification', 'links', async text => (await progressOf(text, 15))[0]],
  ['step of a progress notification', 'links', async text => (await progressOf(text, 15))[1]],
  ['progress in the status bar', 'icons', async text => (await progressOf(text, 10))[0]],
  ['step in the status bar', 'icons', async text => (await progressOf(text, 10))[1]],
  ['message in the status bar', 'icons', async text => (await progressOf(text, 10))[2]],
  ['text of a status item', 'icons', text => statusOf(text).text.replace(/^\$\(plug\) /, '')],
  ['tooltip of a status item', 'lines', text => String(statusOf(text).tooltip)],
  ['label of a status item', 'text', text => statusOf(text).accessibilityInformation?.label],
  ['label of a row', 'text', text => row(text).label],
  ['description of a row', 'text', text => row(text).description],
  ['tooltip of a row', 'lines', text => row(text).tooltip],
  ['label of a row for screen readers', 'text', text => row(text).accessibilityInformation?.label],
  ['Markdown tooltip', 'Markdown', text => markdownFacts('', [['', text]]).slice(9)],
  [
    'tooltip of the status bar',
    'Markdown',
    // Lines stay lines there.
    text => statusMarkdown(`x\n${text.replace(/[\r\n]+/g, ' ')}`, []).slice(8, -2),
  ],
  [
    'text beside the title of a view',
    'text',
    text => {
      const view = {} as View;
      describeView(view, text);
      return view.description;
    },
  ],
  [
    'title of a tab',
    'text',
    text => {
      const panel = { title: '' };
      titlePanel(panel, text);
      return panel.title;
    },
  ],
  ['name of a terminal', 'icons', labelText],
];

const hostile = [
  '[Details](command:workbench.action.quit)',
  '[a](https://example.com/x "title")',
  '[a](FILE:///etc/passwd)',
  "Which? [Palette](command:x?%5B%22y%22%5D 'go')",
  'one\n[[b]](command:c)\r\n[d](http://e)',
  '[a]\u0007(command:c)[a](\u200bcommand:c)',
  '$(alert) Administrator',
  '$(sync~spin)$(check)',
  '\\$(alert) and \\\\$(alert)',
  '[$(key)](command:c)',
  'safe\u202egnp.exe \u2066x\u2069',
  'a\u001b[31m\u0000\u0007b\u2028c\u{e0041}',
];

/** Texts that look the same everywhere. */
const harmless = [
  'a_b[1].ts',
  'f(x)[0](y) {z}',
  'src/[slug](page)/index.tsx',
  'cost: $(5) … $5 (net) C:\\temp\\new',
  'می‌خواهم 👩‍💻 é ❤️ <b>&amp;</b> *x* `y`',
];

/** VS Code's own patterns: `linkedText.ts`, `iconLabels.ts`. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
const icon = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Draws a text as VS Code does, with links and icons between « and ». */
function drawn(text: string, draws: Draws): string {
  if (draws === 'Markdown') {
    return text.replace(/(\\.)|[\\`*_[\]<>&$:]/g, (mark, escaped) =>
      escaped ? escaped.slice(1) : `«${mark}»`,
    );
  }
  const linked = draws.includes('links') ? text.replace(link, '«$&»') : text;
  return draws.includes('icons')
    ? linked.replace(icon, (_all, escaped, name) => (escaped ? `$(${name})` : `«${name}»`))
    : linked;
}

it.each(sinks)('draws no link, icon or control character in: %s', async (_name, draws, sink) => {
  for (const text of hostile) {
    const seen = drawn((await sink(text)) ?? 'nothing', draws);
    expect(seen).not.toContain('nothing');
    expect(seen).not.toMatch(/[«»]/);
    expect(seen).not.toMatch(hidden);
    expect(draws === 'lines' || !seen.includes('\n')).toBe(true);
    // All that can be read is still there.
    const letters = (some: string) => some.replace(/[^\p{L}\p{N}$]/gu, '');
    expect(letters(seen)).toBe(letters(text));
  }
});

it.each(sinks)('leaves ordinary text as it is in: %s', async (_name, draws, sink) => {
  for (const text of harmless) {
    expect(drawn((await sink(text)) ?? '', draws)).toBe(text);
  }
});

it('recognizes links and icons as VS Code does', () => {
  expect(drawn(hostile[0] ?? '', 'links')).toBe(`«${hostile[0]}»`);
  expect(drawn('a $(b~spin) \\$(c)', 'links and icons')).toBe('a «b~spin» $(c)');
  expect(drawn('a *b*\\_', 'Markdown')).toBe('a «*»b«*»_');
});

it('resolves with the given action and the given items', async () => {
  const show = (...[, , ...actions]: Parameters<MessageApi['showErrorMessage']>) =>
    Promise.resolve(actions[1]);
  const ui = nativeMessages({
    showInformationMessage: show,
    showWarningMessage: show,
    showErrorMessage: show,
  });
  expect(await ui.showErrorMessage('x', 'One', 'Open\u202e')).toBe('Open\u202e');
  const window: InputApi = {
    showQuickPick: async (shown, { canPickMany }) => (canPickMany ? shown.slice(1) : shown[1]),
    showInputBox: async () => undefined,
    createQuickPick,
  };
  const items = [{ label: 'a' }, { label: '$(b)' }];
  const { showQuickPick } = nativeInputs(window);
  expect(await showQuickPick(items, {})).toBe(items[1]);
  expect(await showQuickPick(items, { canPickMany: true })).toEqual([items[1]]);
});

it('sends nothing to the window for an item that is hidden already', () => {
  const sent: string[] = [];
  const status = statusItem(what => sent.push(what));
  hideStatus(status);
  expect(sent).toEqual([]);
  showStatus(status, { text: 'text', tooltip: 'tooltip' });
  hideStatus(status);
  hideStatus(status);
  expect(sent).toEqual(['show', 'hide']);
});
