// Names used after a code fence, and file extensions.
const names = {
  bash: 'bash sh zsh ksh fish dotenv env',
  cpp: 'cpp c h c++ cc cxx hpp hh hxx ino',
  csharp: 'csharp c# cs',
  css: 'css scss less',
  diff: 'diff patch',
  go: 'go golang',
  java: 'java kotlin kt',
  javascript: 'javascript js jsx mjs cjs node',
  json: 'json jsonc json5 jsonl ipynb',
  markdown: 'markdown md mdx',
  python: 'python py python3 pyi',
  rust: 'rust rs',
  shell: 'shell console shellsession terminal',
  sql: 'sql postgresql mysql sqlite',
  typescript: 'typescript ts tsx mts cts',
  xml: 'xml html htm xhtml svg vue svelte plist',
  yaml: 'yaml yml',
};

export type Language = keyof typeof names;

const byName = new Map<string, Language>(
  (Object.keys(names) as Language[]).flatMap(language =>
    names[language].split(' ').map(name => [name, language] as const),
  ),
);

/** Returns the language of a fence's info string, or undefined if it is not supported. */
export function languageOf(info: string): Language | undefined {
  return byName.get((/^[^\s,{:]+/.exec(info)?.[0] ?? '').toLowerCase());
}

/** Returns the language for a file extension. */
export function languageOfPath(path: string): Language | undefined {
  const name = /[^\\/]*$/.exec(path)?.[0] ?? '';
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : byName.get(name.slice(dot + 1).toLowerCase());
}
