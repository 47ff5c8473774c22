import { describe, expect, it } from 'vitest';
import type { CacheComparison } from '../../../../../src/contract/modelCalls';
import { cacheText } from '../../../../../webview/inspector/details/cacheText';
import { eventPaths } from '../../../../../webview/inspector/details/eventPaths';
import { previousCall } from '../../../../../webview/inspector/details/previousCall';
import { pageOfView, rowsOfView } from '../../../../page/harness/rowsOfView';
import { sampleRows } from '../../../../page/harness/sampleCalls';

const since: CacheComparison = {
  ...{ previous: 1, elapsed: 400_000, expected: 38_112, options: [], expired: [] },
};
const textOf = (change: Partial<CacheComparison>, apiReason?: string) =>
  cacheText({
    breakpoints: [],
    since: { ...since, ...change },
    ...(apiReason === undefined ? {} : { apiReason }),
  });

describe('What became of the cache', () => {
  it('is said with its cause', () => {
    expect(textOf({ lost: 0 })).toEqual({
      text: 'All 38,112 tokens of the previous call were read from the cache.',
      isLoss: false,
    });
    expect(textOf({ lost: 10, cause: 'expired' })?.text).toContain(
      '6 min 40 s had passed since its last use',
    );
    const change = {
      ...({ how: 'changed', member: 'input_schema', wasCached: true } as const),
      place: { part: 'tools', index: 3, name: 'Bash' } as const,
    };
    expect(textOf({ lost: 10, cause: 'changed', change })?.text).toContain(
      'This part has changed: Tool 4 · Bash, in input_schema',
    );
    expect(textOf({ lost: 10, cause: 'changed', options: ['thinking'] })?.text).toContain(
      'Options of the request differ: thinking',
    );
    expect(textOf({ lost: 10, cause: 'unknown' }, 'tools_changed')?.text).toMatch(
      /cause is not known. The API says: tools_changed$/,
    );
  });

  it('is not said while it is not known, or where nothing was cached', () => {
    expect(textOf({})).toBeUndefined();
    expect(textOf({ expected: 0, lost: 0 })).toBeUndefined();
    expect(cacheText({ breakpoints: [] })).toBeUndefined();
  });
});

describe('The call before a call', () => {
  const rows = sampleRows(60);
  const bed = (changed = rows) => ({
    call: (async (method: string, params: never) => {
      const { view, key } = params as { view: never; key: string };
      const at = rowsOfView(changed, view).findIndex(row => row.key === key);
      return method === 'inspector.rows' ? pageOfView(changed, params) : at === -1 ? {} : { at };
    }) as never,
  });
  const previousOf = (key: string, changed = rows) => {
    const row = rows.find(one => one.key === key);
    return row && previousCall(bed(changed), 'shop', row);
  };

  it('is of the same kind and agent', async () => {
    expect(await previousOf('call-24')).toBe('call-21');
    expect(await previousOf('call-33')).toBe('call-32');
    expect(await previousOf('call-0')).toBeUndefined();
  });

  it('is none that was not recorded, or that is another agent’s', async () => {
    const others = rows.map(row => ({
      ...row,
      hasBodies: row.key !== 'call-21',
      ...(row.key === 'call-32' ? { agent: 'other' } : {}),
    }));
    expect(await previousOf('call-24', others)).toBeUndefined();
    expect(await previousOf('call-33', others)).toBe('call-23');
    expect(await previousOf('call-33', [])).toBeUndefined();
  });
});

it('draws events as one outline for each kind', () => {
  const event = (type: string, from: number, to: number, block?: string) => ({
    ...{ index: 0, type, from, to, count: 1, bytes: 1, preview: '' },
    ...(block === undefined ? {} : { block }),
  });
  const paths = eventPaths(
    [
      event('message_start', 0, 0),
      event('content_block_delta', 10, 60, 'text'),
      event('content_block_delta', 60, 70, 'tool_use Bash'),
      event('content_block_start', 60, 60, 'tool_use Bash'),
    ],
    ms => ms * 2,
    14,
  );
  expect(paths.text).toBe('M20.0 2h100.0v24h-100.0z');
  expect(paths.tool).toMatch(/^M120/);
  expect(paths.thinking).toBe('');
  // An event without a duration can still be seen.
  expect(paths.other).toBe('M0.0 31h2.0v8h-2.0zM120.0 31h2.0v8h-2.0z');
});
