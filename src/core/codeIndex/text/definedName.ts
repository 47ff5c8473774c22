const modifiers =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\\([^)]*\\))?|unsafe|inline|declare|override|sealed|virtual|extern|local|open|data|partial|readonly)\\s+)*';
const kinds =
  '(?:function\\s*\\*?|class|interface|enum|struct|trait|impl|def|fn|func|fun|type|module|namespace|record|object|protocol|extension|sub|proc|procedure|message|service|const\\s+enum|const\\s+fn)';
const name = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';

const ways: readonly RegExp[] = [
  // function parse(…, class Draft, def parse, func (d *Draft) Save(
  new RegExp(`^\\s*${modifiers}${kinds}\\s+(?:\\([^)]*\\)\\s*)?${name}`, 'u'),
  // const parse = (…) =>, at any depth
  new RegExp(
    `^\\s*${modifiers}(?:const|let|var|val)\\s+${name}\\s*(?::[^=]+)?=\\s*(?:async\\s*)?(?:function\\b|class\\b|\\(.*=>|\\w+\\s*=>|\\($)`,
    'u',
  ),
  // const mostFiles = 5, outside of all blocks
  new RegExp(
    `^${modifiers}(?:const|let|var|val|static)\\s+(?:mut\\s+)?${name}\\s*(?::[^=]+)?=`,
    'u',
  ),
  // exports.parse =, Draft.prototype.save = function
  new RegExp(`^\\s*(?:module\\.)?exports\\.${name}\\s*=`, 'u'),
  new RegExp(
    `^\\s*(?:[\\w$]+\\.)+${name}\\s*=\\s*(?:async\\s*)?(?:function\\b|class\\b|\\(.*=>)`,
    'u',
  ),
  // parse: function (
  new RegExp(`^\\s+${name}\\s*[:=]\\s*(?:async\\s*)?(?:function\\b|\\([^)]*\\)\\s*=>)`, 'u'),
  // #define LIMIT
  new RegExp(`^#define\\s+${name}`, 'u'),
];

/** Methods, and functions of languages that begin with the type: `int parse(char *text) {`. */
const braced = new RegExp(
  `^\\s*(?:[\\p{L}_$][\\p{L}\\p{N}_$:<>,.\\[\\]?]*[\\s*&]+)*[*&#]?${name}\\s*(?:<[^>(]*>)?\\([^;{}]*\\)\\s*(?::[^;=]+|->[^;=]+|throws [^;=]+|const|noexcept|override)?\\s*\\{\\s*$`,
  'u',
);
/** The same with parameters on lines of their own. */
const opened = new RegExp(
  `^\\s+(?:(?:async|static|public|private|protected|override|get|set)\\s+)*${name}\\s*\\($`,
  'u',
);

const notNames = new Set(
  'if for while switch catch return function with await else do try new throw using lock foreach until unless elseif case yield typeof delete super describe it test expect'.split(
    ' ',
  ),
);
/** Lines longer than this define nothing that a reader would look for. */
const longestLine = 300;

/** Returns the name that a line of code defines, in whatever language, as far as one line shows. */
export function definedName(line: string): string | undefined {
  if (line.length > longestLine || !/[({=:\s]/.test(line)) {
    return undefined;
  }
  for (const way of ways) {
    const found = way.exec(line)?.[1];
    if (found !== undefined) {
      return found;
    }
  }
  const isCall = /=>\s*\{\s*$|^\s*(?:return|await|throw|new|else|yield)\b/.test(line);
  const found = isCall ? undefined : (braced.exec(line)?.[1] ?? opened.exec(line)?.[1]);
  return found === undefined || notNames.has(found) ? undefined : found;
}
