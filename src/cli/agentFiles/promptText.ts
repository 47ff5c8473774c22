/** A value that a prompt asks for, as `${input:name:hint}`. */
export interface PromptInput {
  readonly name: string;
  readonly hint?: string;
}

/** Values of the placeholders of a prompt. */
export interface PromptValues {
  /** All that was typed after the name. */
  readonly args: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** Values of `${file}`, `${selection}` and the like; an absent one stays as it is. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const input = /\$\{input:([\w.-]+)(?::([^}]*))?\}/g;
const variable = /\$\{([A-Za-z]+)\}/g;
const place = /\$(?:ARGUMENTS(?:\[(\d+)\])?|([1-9]))(?![\w])/g;

/** Returns the inputs of a prompt, each name once, in the order of their places. */
export function promptInputs(body: string): readonly PromptInput[] {
  const inputs = new Map<string, PromptInput>();
  for (const [, name = '', hint = ''] of body.matchAll(input)) {
    const known = inputs.get(name);
    if (!known || (known.hint === undefined && hint !== '')) {
      inputs.set(name, { name, ...(hint === '' ? {} : { hint }) });
    }
  }
  return [...inputs.values()];
}

/**
 * Takes the inputs that were typed as `name=value` or `name="some words"` after the name; the rest
 * stays an argument. Of a name that comes twice, the first value counts. A single input takes
 * everything that was typed.
 */
export function typedInputs(
  args: string,
  inputs: readonly PromptInput[],
): { readonly inputs: Readonly<Record<string, string>>; readonly rest: string } {
  const names = new Set(inputs.map(({ name }) => name));
  const found: Record<string, string> = {};
  const rest = args.replace(
    /(?<=^|\s)([\w.-]+)=(?:"([^"]*)"|(\S+))(?:\s+|$)/g,
    (whole, name: string, quoted: string | undefined, plain: string | undefined) => {
      // A later one may be the name of a file, which nobody has typed.
      if (!names.has(name) || Object.hasOwn(found, name)) {
        return whole;
      }
      found[name] = quoted ?? plain ?? '';
      return '';
    },
  );
  const [only] = inputs;
  if (inputs.length === 1 && only && Object.keys(found).length === 0 && rest.trim() !== '') {
    return { inputs: { [only.name]: rest.trim() }, rest: '' };
  }
  return { inputs: found, rest: rest.trim() };
}

/** Returns the message that a prompt becomes. What was typed and has no place goes to its end. */
export function promptText(body: string, { args, inputs, variables }: PromptValues): string {
  const words = args === '' ? [] : args.split(/\s+/);
  let isPlaced = false;
  // All in one pass, because a placeholder in a value stays as it is.
  const pattern = new RegExp(`${input.source}|${place.source}|${variable.source}`, 'g');
  const text = body.replace(pattern, (whole, ...groups: (string | undefined)[]) => {
    const [name, , index, digit, word] = groups;
    if (name !== undefined) {
      return Object.hasOwn(inputs, name) ? (inputs[name] ?? whole) : whole;
    }
    if (word !== undefined) {
      return Object.hasOwn(variables, word) ? (variables[word] ?? whole) : whole;
    }
    isPlaced = true;
    const at = index === undefined ? Number(digit) - 1 : Number(index);
    return index === undefined && digit === undefined ? args : (words[at] ?? '');
  });
  return isPlaced || args === '' ? text : `${text}\n\n${args}`;
}

/** Returns what looks like an input, but names none. */
export function badInputs(
  body: string,
): readonly { readonly index: number; readonly text: string }[] {
  const all = [...body.matchAll(/\$\{input(?::[^}\n]*)?\}?/g)];
  return all
    .filter(([text]) => !new RegExp(`^${input.source}$`).test(text))
    .map(({ index, 0: text }) => ({ index, text }));
}
