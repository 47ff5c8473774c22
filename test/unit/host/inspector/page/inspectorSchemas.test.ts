import { describe, expect, it } from 'vitest';
import * as z from '../../../../../src/base/schema';
import { inspectorSchemas } from '../../../../../src/host/inspector/page/inspectorSchemas';

const view = { sort: { column: 'startedAt', isDescending: true } };
const rows = { subject: 's', view, from: 0, count: 50 };
const accepts = (method: keyof typeof inspectorSchemas, params: unknown) =>
  z.safeParse(inspectorSchemas[method], params).success;

describe('calls of the page', () => {
  it('pass as the page makes them', () => {
    expect(accepts('inspector.rows', rows)).toBe(true);
    const filtered = { ...view, search: 'x', kinds: ['main'], only: 'failed', turn: -3 };
    expect(accepts('inspector.rows', { ...rows, view: filtered })).toBe(true);
    const place = { part: 'messages', index: 1, block: 0 };
    const part = { kind: 'request', place };
    expect(accepts('inspector.part', { subject: 's', key: 'k', part })).toBe(true);
    expect(accepts('inspector.act', { subject: 's', action: 'exportHar', view })).toBe(true);
    expect(accepts('inspector.keep', { subject: 's', tab: 'charts', key: 'a', other: 'b' })).toBe(
      true,
    );
  });

  it.each<[keyof typeof inspectorSchemas, unknown]>([
    ['inspector.rows', { ...rows, count: 100_000 }],
    ['inspector.rows', { ...rows, from: -1 }],
    ['inspector.rows', { ...rows, subject: '' }],
    ['inspector.rows', { ...rows, subject: 'x'.repeat(501) }],
    ['inspector.rows', { ...rows, view: { ...view, search: 'x'.repeat(1_001) } }],
    ['inspector.rows', { ...rows, view: { sort: { column: '__proto__', isDescending: true } } }],
    ['inspector.rows', { ...rows, view: { ...view, turn: 1.5 } }],
    ['inspector.part', { subject: 's', key: 'k', part: { kind: 'file', path: '/etc/passwd' } }],
    [
      'inspector.part',
      { subject: 's', key: 'k', part: { kind: 'request', place: { part: 'x', index: 0 } } },
    ],
    ['inspector.act', { subject: 's', action: 'constructor' }],
    ['inspector.act', { subject: 's', action: 'deleteEverything' }],
    ['inspector.call', { subject: 's', key: 7 }],
    ['inspector.keep', null],
  ])('do not pass otherwise: %s %j', (method, params) => {
    expect(accepts(method, params)).toBe(false);
  });
});
