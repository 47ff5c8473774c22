/** A text that a button shows, and the file that has it. */
export interface ButtonText {
  readonly file: string;
  readonly text: string;
}

const literal = /l10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;
const named = /\b(?:label|title|aria-label)=\{/g;

/**
 * Finds the texts of buttons and menu items in a source file. Buttons and menus are those of the
 * page, actions of the sections, and those of VS Code's messages, pickers, lenses and rows.
 */
export function buttonTexts(file: string, source: string): readonly ButtonText[] {
  const texts = [
    ...elementTexts(source),
    ...messageTexts(source),
    ...labelTexts(source),
    ...actionTexts(source),
  ];
  return texts.map(text => ({ file, text }));
}

/** Functions that return labels of actions or the items of a menu. */
const labeling = /function (?:(?:action|rewind)Label\b|\w+\([^{}]*\): (?:readonly )?MenuItem\[\])/g;

function labelTexts(source: string): readonly string[] {
  return [...source.matchAll(labeling)].flatMap(({ index, 0: { length } }) => {
    const start = source.indexOf(' {\n', index + length) + 2;
    return literals(source.slice(start, endOfGroup(source, start)));
  });
}

const text = String.raw`(?:vscode\.)?l10n\.t\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`;
const name = String.raw`['"\x60][^'"\x60]*['"\x60]`;
/** Members of objects that stand for a button: an action, a command, a form, a picker's button. */
const actions = [
  String.raw`\bid: ${name}, label: ${text}`,
  String.raw`\bcommand: ${name},\s*(?:label|title): ${text}`,
  String.raw`\b(?:label|title): ${text}\),\s*command: `,
  String.raw`\bsubmit: ${text}`,
  String.raw`\biconPath: [^,;]+,\s*tooltip: ${text}`,
].map(pattern => new RegExp(pattern, 'g'));

function actionTexts(source: string): readonly string[] {
  return actions.flatMap(pattern =>
    [...source.matchAll(pattern)].flatMap(([found]) => literals(`${found})`)),
  );
}

function elementTexts(source: string): readonly string[] {
  return [...source.matchAll(/<(\w*[Bb]utton|CopyText)\b/g)].flatMap(match => {
    const start = match.index + match[0].length;
    const end = endOfTag(source, start);
    const attributes = source.slice(start, end);
    const names = [...attributes.matchAll(named)].flatMap(({ index, 0: { length } }) =>
      literals(attributes.slice(index, endOfGroup(attributes, index + length))),
    );
    const isAlone = source[end - 1] === '/';
    const close = source.indexOf(`</${match[1]}>`, end);
    return isAlone ? names : [...names, ...literals(source.slice(end, close))];
  });
}

function messageTexts(source: string): readonly string[] {
  return [...source.matchAll(/show(?:Warning|Information|Error)Message\(/g)].flatMap(match => {
    const start = match.index + match[0].length;
    const [, ...rest] = argumentsOf(source.slice(start, endOfGroup(source, start)));
    return rest.flatMap(argument => {
      const variable = /^\w+$/.exec(argument)?.[0];
      const from = variable === undefined ? -1 : source.indexOf(`const ${variable} = `);
      const text = from < 0 ? argument : source.slice(from, source.indexOf(';', from));
      // Options have a `detail`, which is a sentence.
      return text.startsWith('{') ? [] : literals(text);
    });
  });
}

function literals(source: string): readonly string[] {
  return [...source.matchAll(literal)].map(([, plain, quoted]) =>
    String(plain ?? quoted).replace(/\\(['"])/g, '$1'),
  );
}

/** Returns the index of the `>` that ends an opening tag. */
function endOfTag(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '>' && depth === 0) {
      return at;
    }
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
  }
  throw new Error('A tag has no end.');
}

/** Returns the index of the bracket that ends the group in which `start` is. */
function endOfGroup(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at += 1) {
    at = afterString(source, at);
    depth += '([{'.includes(source[at] ?? '') ? 1 : ')]}'.includes(source[at] ?? '') ? -1 : 0;
    if (depth === 0) {
      return at;
    }
  }
  throw new Error('A bracket has no end.');
}

function argumentsOf(source: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < source.length; at += 1) {
    at = afterString(source, at);
    const letter = source[at] ?? '';
    depth += '([{'.includes(letter) ? 1 : ')]}'.includes(letter) ? -1 : 0;
    if (letter === ',' && depth === 0) {
      found.push(source.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...found, source.slice(from).trim()].filter(Boolean);
}

/** Returns the index behind a string or a comment that begins here, else the same index. */
function afterString(source: string, at: number): number {
  const quote = source[at] ?? '';
  if (source.startsWith('// ', at)) {
    const end = source.indexOf('\n', at);
    return end < 0 ? source.length : end;
  }
  if (!'\'"`'.includes(quote)) {
    return at;
  }
  let end = at + 1;
  while (end < source.length && source[end] !== quote) {
    end += source[end] === '\\' ? 2 : 1;
  }
  return end + 1;
}
