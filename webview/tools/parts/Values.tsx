import * as l10n from '@vscode/l10n';
import { isObject } from '../../../src/base/json';
import type { Text } from '../../../src/contract/content';
import { isBlobRef } from './blobRefs';
import { EscapedText } from './EscapedText';
import { RunText } from './RunText';

interface ValuesProps {
  readonly values: Readonly<Record<string, unknown>>;
  readonly id: string;
}

/** Deepest nesting shown as a list; deeper values are rare and appear as JSON. */
const deepest = 8;
const mostEntries = 200;

/** Named values as a readable list instead of JSON. */
export function Values({ values, id }: ValuesProps) {
  return <Entries values={values} id={id} depth={0} />;
}

function Entries({ values, id, depth }: ValuesProps & { readonly depth: number }) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return (
    <dl class="tool-values">
      {entries.slice(0, mostEntries).map(([name, value]) => (
        <div key={name} class="tool-value" data-block={isBlock(value) ? '' : undefined}>
          <dt>
            <EscapedText text={name} />
          </dt>
          <dd>
            <Value value={value} id={`${id}.${name}`} name={name} depth={depth + 1} />
          </dd>
        </div>
      ))}
      {entries.length > mostEntries ? <Rest count={entries.length - mostEntries} /> : null}
    </dl>
  );
}

interface ValueProps {
  readonly value: unknown;
  readonly id: string;
  readonly name: string;
  readonly depth: number;
}

function Value({ value, id, name, depth }: ValueProps) {
  if (typeof value === 'string' || isBlobRef(value)) {
    return <TextValue value={value} id={id} name={name} />;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? (
      <span class="tool-note">{l10n.t('none')}</span>
    ) : (
      <ListValue value={value} id={id} name={name} depth={depth} />
    );
  }
  if (isObject(value)) {
    const isEmpty = Object.keys(value).length === 0;
    return isEmpty ? (
      <span class="tool-note">{l10n.t('empty')}</span>
    ) : depth > deepest ? (
      <TextValue value={JSON.stringify(value)} id={id} name={name} />
    ) : (
      <Entries values={value} id={id} depth={depth} />
    );
  }
  return <span class="tool-atom">{atomText(value)}</span>;
}

function atomText(value: unknown): string {
  switch (value) {
    case null:
      return l10n.t('none');
    case true:
      return l10n.t('yes');
    case false:
      return l10n.t('no');
    default:
      return `${value}`;
  }
}

function ListValue({
  value,
  id,
  name,
  depth,
}: ValueProps & { readonly value: readonly unknown[] }) {
  if (depth > deepest) {
    return <TextValue value={JSON.stringify(value)} id={id} name={name} />;
  }
  return (
    <ol class="tool-list">
      {value.slice(0, mostEntries).map((item, index) => (
        <li key={index}>
          <Value value={item} id={`${id}.${index}`} name={name} depth={depth + 1} />
        </li>
      ))}
      {value.length > mostEntries ? <Rest count={value.length - mostEntries} /> : null}
    </ol>
  );
}

function TextValue({ value, id, name }: { value: Text; id: string; name: string }) {
  if (value === '') {
    return <span class="tool-note">{l10n.t('empty')}</span>;
  }
  if (typeof value === 'string' && !isBlock(value)) {
    return (
      <span class="tool-atom">
        <EscapedText text={value} />
      </span>
    );
  }
  return <RunText text={value} id={id} label={name} shown={20} />;
}

function Rest({ count }: { readonly count: number }) {
  return <div class="tool-note">{l10n.t('and {0} more', count)}</div>;
}

/** @returns true if the value needs its own row below its name */
function isBlock(value: unknown): boolean {
  return typeof value === 'string'
    ? value.includes('\n') || value.length > 200
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
