import { redactedThinking, text, thinking, toolUse } from '../../api/reply';
import type { Scenario } from './scenario';

const sourceFile = `import { readFile } from 'node:fs/promises';

export async function load(path) {
  const raw = await readFile(path, 'utf8');
  return JSON.parse(raw);
}

export function total(items) {
  let sum = 0;
  for (const item of items) {
    sum = sum + item.price;
  }
  return sum;
}

export function average(items) {
  return total(items) / items.length;
}
`;

const notebook = {
  cells: [
    { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Prices\n'] },
    {
      cell_type: 'code',
      id: 'c1',
      execution_count: 1,
      metadata: {},
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['42\n'] }],
      source: ['total = 40 + 2\n', 'print(total)'],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

/** An image of 8×8 pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR42mNkYPjPgA0wMuAAg1MCALaMAw9sPyDxAAAAAElFTkSuQmCC',
  'base64',
);

/** Text, thinking in its three forms, and a Write. */
export const basic: Scenario = async stage => {
  await stage.turn('hello', [
    [
      thinking('A greeting. ', 'I answer with a short list, ', 'so that Markdown shows.'),
      text('## Hello 👋\n\n- a **bold** word\n- some `code`\n\n```ts\nconst answer = 42;\n```\n'),
    ],
  ]);
  await stage.turn('think in secret', [
    [thinking(), redactedThinking(), text('I thought about it, and nothing of that is shown.')],
  ]);
  const path = stage.path('hello.txt');
  await stage.turn('write a file', [
    [
      thinking('One file with two lines.'),
      text('I will write it.'),
      toolUse('Write', { file_path: path, content: 'hello\nworld\n' }),
    ],
    text('Written.'),
  ]);
};

/** Write, Edit and NotebookEdit: successful, changed by the user, denied, failed. */
export const editTools: Scenario = async stage => {
  const source = await stage.file('src/prices.js', sourceFile);
  const book = await stage.file('prices.ipynb', JSON.stringify(notebook, null, 1));
  const created = stage.path('src/new.js');
  await stage.turn('create a file', [
    toolUse('Write', { file_path: created, content: 'export const one = 1;\n' }),
    text('Created.'),
  ]);
  await stage.turn('edit two places', [
    toolUse('Read', { file_path: source }),
    toolUse('Edit', {
      file_path: source,
      old_string: '    sum = sum + item.price;',
      new_string: '    sum += item.price * (item.count ?? 1);',
    }),
    toolUse('Edit', {
      file_path: source,
      old_string: 'items',
      new_string: 'prices',
      replace_all: true,
    }),
    text('Both are edited.'),
  ]);
  await stage.turn('write over a file', [
    [toolUse('Read', { file_path: created })],
    toolUse('Write', {
      file_path: created,
      content: 'export const two = 2;\nexport default two;\n',
    }),
    text('Overwritten.'),
  ]);
  await stage.turn(
    'edit and let me change it',
    [
      toolUse('Edit', {
        file_path: source,
        old_string: 'export function average',
        new_string: 'export function mean',
      }),
      text('Renamed.'),
    ],
    request => ({
      behavior: 'allow',
      updatedInput: { ...(request.input as object), new_string: 'export function averagePrice' },
    }),
  );
  await stage.turn(
    'edit what I refuse',
    [
      toolUse('Edit', {
        file_path: source,
        old_string: 'let sum = 0;',
        new_string: 'let sum = 1;',
      }),
      text('Then not.'),
    ],
    () => ({ behavior: 'deny', message: 'A sum starts at zero.' }),
  );
  await stage.turn('edit what is not there', [
    toolUse('Edit', { file_path: source, old_string: 'no such text', new_string: 'x' }),
    text('I was mistaken.'),
  ]);
  await stage.turn('change the notebook', [
    toolUse('Read', { file_path: book }),
    toolUse('NotebookEdit', {
      notebook_path: book,
      cell_id: 'c1',
      cell_type: 'code',
      edit_mode: 'replace',
      new_source: 'total = 40 + 3\nprint(total)',
    }),
    toolUse('NotebookEdit', {
      notebook_path: book,
      cell_id: 'c1',
      cell_type: 'markdown',
      edit_mode: 'insert',
      new_source: 'The end.',
    }),
    toolUse('NotebookEdit', {
      notebook_path: book,
      cell_id: 'intro',
      edit_mode: 'delete',
      new_source: '',
    }),
    text('The notebook is changed.'),
  ]);
};

/** Read of a text file, a part of it, an image, a notebook, and a missing file. */
export const readTools: Scenario = async stage => {
  const source = await stage.file('src/prices.js', sourceFile);
  const image = await stage.file('logo.png', picture);
  const book = await stage.file('prices.ipynb', JSON.stringify(notebook, null, 1));
  await stage.turn('read some files', [
    [
      text('I look at the code and the picture.'),
      toolUse('Read', { file_path: source }),
      toolUse('Read', { file_path: source, offset: 3, limit: 4 }),
      toolUse('Read', { file_path: image }),
      toolUse('Read', { file_path: book }),
      toolUse('Read', { file_path: stage.path('missing.txt') }),
    ],
    text('Read.'),
  ]);
};

/** Glob and Grep in their output modes; newer CLIs have neither tool. */
export const searchTools: Scenario = async stage => {
  await stage.file('src/prices.js', sourceFile);
  await stage.file('src/more/other.js', sourceFile.replaceAll('average', 'median'));
  await stage.file('README.md', '# Prices\n\nThe average and the total of a list.\n');
  await stage.turn('search', [
    [
      toolUse('Glob', { pattern: '**/*.js' }),
      toolUse('Glob', { pattern: '**/*.py' }),
      toolUse('Grep', { pattern: 'average' }),
    ],
    [
      toolUse('Grep', { pattern: 'total\\(', output_mode: 'content', '-n': true, '-C': 1 }),
      toolUse('Grep', { pattern: 'sum', output_mode: 'count', glob: '*.js' }),
      toolUse('Grep', { pattern: 'nowhere to be found', output_mode: 'content' }),
    ],
    text('Found.'),
  ]);
};
