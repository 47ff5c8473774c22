import * as l10n from '@vscode/l10n';
import type { Node } from 'jsonc-parser';
import { UserError } from '../../base/errors';
import { deepEqual } from '../../base/json';
import { insertChild } from './insertChild';
import { indentAt, layoutOf, printed } from './jsonLayout';
import { removeChild } from './removeChild';
import { type SettingsEdit, type Step, stepped, stepsOf } from './settingsEdit';
import { nodeAt, parseSettings, properties, type SettingsText } from './settingsText';
import { applyChanges, type TextChange } from './textChange';

const mark = '\uFEFF';
/** Properties of one name that are removed: the text is read anew after each. */
const mostEqual = 20;

export interface EditedText {
  readonly bytes: Uint8Array;
  /** Edits that take these back, in their order. */
  readonly inverse: readonly SettingsEdit[];
}

/**
 * Makes edits in the content of a file, and keeps every other byte.
 * @returns undefined if they do not fit the content
 */
export function editText(
  original: SettingsText,
  edits: readonly SettingsEdit[],
): EditedText | undefined {
  let content = original;
  let inverse: readonly SettingsEdit[] = [];
  for (const edit of edits) {
    const plan = stepsOf(content.value, edit);
    if (!plan) {
      return undefined;
    }
    for (const step of plan.steps) {
      const next = taken(content, step);
      if (!next) {
        return undefined;
      }
      content = next;
    }
    inverse = [...plan.inverse, ...inverse];
  }
  return { bytes: Buffer.from(withMark(content)), inverse };
}

function withMark({ hasMark, text }: SettingsText): string {
  return hasMark ? mark + text : text;
}

function taken(content: SettingsText, step: Step): SettingsText | undefined {
  const text = applyChanges(content.text, changesOf(content, step));
  const parsed = parseSettings(Buffer.from(withMark({ ...content, text })));
  // Whatever the layout was, the file must hold exactly what was asked for.
  const isRight = parsed.kind === 'parsed' && deepEqual(parsed.value, stepped(content.value, step));
  return isRight ? parsed : undefined;
}

function changesOf({ text, root }: SettingsText, step: Step): readonly TextChange[] {
  const layout = layoutOf(text, root);
  if (!root) {
    const start = text === '' || /[\r\n]$/.test(text) ? '' : layout.eol;
    const content = `${start}${printed(stepped({}, step), '', layout)}${layout.eol}`;
    return [{ offset: text.length, length: 0, content }];
  }
  if (step.kind === 'cut') {
    return cut(text, root, step);
  }
  const node = nodeAt(root, step.path);
  if (step.kind === 'insert') {
    return node ? insertChild(text, layout, node, step.index, { value: step.value }) : [];
  }
  if (node) {
    const isOneLine = !/[\r\n]/.test(text.slice(node.offset, node.offset + node.length));
    const isCompact =
      layout.isCompact || (isOneLine && node.children !== undefined && node.children.length > 0);
    const content = printed(step.value, indentAt(text, node.offset), { ...layout, isCompact });
    return [{ offset: node.offset, length: node.length, content }];
  }
  return added(text, root, step);
}

/** Adds a property, and the objects around it that do not exist. */
function added(
  text: string,
  root: Node,
  { path, value }: Extract<Step, { kind: 'put' }>,
): readonly TextChange[] {
  const missing = path.findIndex((_, index) => !nodeAt(root, path.slice(0, index + 1)));
  const owner = nodeAt(root, path.slice(0, missing));
  const key = path[missing];
  if (owner?.type !== 'object' || typeof key !== 'string') {
    return [];
  }
  const rest = path.slice(missing + 1);
  const child = {
    key,
    value: rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
  };
  return insertChild(text, layoutOf(text, root), owner, owner.children?.length ?? 0, child);
}

function cut(text: string, root: Node, { path }: Extract<Step, { kind: 'cut' }>) {
  const owner = nodeAt(root, path.slice(0, -1));
  const key = path.at(-1);
  if (!owner || key === undefined) {
    return [];
  }
  if (typeof key === 'number') {
    return removeChild(text, owner, key);
  }
  // An earlier value of the same key would count after the removal of the last.
  const all = properties(owner, key);
  const [only] = all;
  if (all.length === 1 && only) {
    return removeChild(text, owner, owner.children?.indexOf(only) ?? -1);
  }
  if (all.length > mostEqual) {
    throw new UserError(
      'settings.broken',
      l10n.t('The file has the key “{0}” {1} times. Correct it first.', key, all.length),
    );
  }
  return removeAll(text, path, key);
}

/** Removes all properties with a key, one after the other. */
function removeAll(text: string, path: readonly (string | number)[], key: string) {
  let rest = text;
  for (;;) {
    const parsed = parseSettings(Buffer.from(rest));
    const root = parsed.kind === 'parsed' ? parsed.root : undefined;
    const owner = nodeAt(root, path.slice(0, -1));
    const last = owner && properties(owner, key).at(-1);
    if (!owner || !last) {
      return [{ offset: 0, length: text.length, content: rest }];
    }
    rest = applyChanges(rest, removeChild(rest, owner, owner.children?.indexOf(last) ?? -1));
  }
}
