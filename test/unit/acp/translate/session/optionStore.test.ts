import { describe, expect, test } from 'vitest';
import { OptionStore } from '../../../../../src/acp/translate/session/optionStore';
import { settingsSchema } from '../../../../../src/acp/translate/wire/options';

const modes = {
  currentModeId: 'default',
  availableModes: [
    { id: 'default', name: 'Ask', description: 'Asks\nfirst' },
    { id: 'yolo', name: 'Never ask' },
  ],
};
const models = {
  currentModelId: 'm1',
  availableModels: [
    { modelId: 'm1', name: 'One' },
    { modelId: 'm2', name: 'Two' },
  ],
};
const select = (id: string, more: object = {}) => ({
  ...{ id, name: id, type: 'select', currentValue: 'a' },
  options: [
    { value: 'a', name: 'A' },
    { value: 'b', name: 'B' },
  ],
  ...more,
});

function storeOf(...results: readonly object[]): OptionStore {
  const store = new OptionStore();
  for (const result of results) {
    store.adopt(settingsSchema.parse(result));
  }
  return store;
}

describe('modes and models of older agents', () => {
  const store = storeOf({ modes, models });

  test('are options', () => {
    expect(store.options).toMatchObject([
      {
        ...{ id: 'mode', role: 'mode', kind: 'select', value: 'default' },
        groups: [
          {
            values: [
              { value: 'default', label: 'Ask', description: 'Asks first' },
              { value: 'yolo', label: 'Never ask' },
            ],
          },
        ],
      },
      { id: 'model', role: 'model', kind: 'select', value: 'm1' },
    ]);
  });

  test('are set by requests of their own', () => {
    expect(store.request('mode', 'yolo')).toEqual({
      ...{ method: 'session/set_mode', params: { modeId: 'yolo' } },
    });
    expect(store.request('model', 'm2')).toEqual({
      ...{ method: 'session/set_model', params: { modelId: 'm2' } },
    });
  });

  test('keep a confirmed value while other options change', () => {
    const own = storeOf({ modes, models });
    own.set('mode', 'yolo');
    own.set('model', 'm2');
    own.adopt(settingsSchema.parse({ configOptions: [select('effort')] }));
    expect(own.options.map(one => one.kind === 'select' && one.value)).toEqual(['yolo', 'm2', 'a']);
  });
});

describe('options', () => {
  test('of both shapes are shown once', () => {
    const store = storeOf({
      ...{ modes, models },
      configOptions: [select('permission', { category: 'mode' }), select('model')],
    });
    expect(store.options.map(({ id, role }) => `${id} ${role}`)).toEqual([
      'permission mode',
      'model model',
    ]);
    expect(store.request('permission', 'b')).toEqual({
      ...{ method: 'session/set_config_option', params: { configId: 'permission', value: 'b' } },
    });
  });

  test('take roles by category, each role once', () => {
    const store = storeOf({
      configOptions: [
        select('x', { category: 'thought_level' }),
        select('y', { category: 'thought_level' }),
        select('z', { category: 'model_config' }),
        select('effort', { category: 'weather' }),
      ],
    });
    expect(store.options.map(({ role }) => role)).toEqual(['thinking', 'other', 'other', 'other']);
  });

  test('have groups', () => {
    const options = [
      { group: 'g1', name: 'Fast', options: [{ value: 'a', name: 'A' }] },
      { group: 'g2', name: 'Slow', options: [{ value: 'b' }] },
      { group: 'g3', name: 'None', options: [] },
    ];
    expect(storeOf({ configOptions: [select('x', { options })] }).options).toMatchObject([
      {
        groups: [
          { label: 'Fast', values: [{ value: 'a', label: 'A' }] },
          { label: 'Slow', values: [{ value: 'b', label: 'b' }] },
        ],
      },
    ]);
  });

  test('may be switches', () => {
    const store = storeOf({
      configOptions: [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: false }],
    });
    expect(store.options).toEqual([
      { id: 'fast', label: 'Fast', role: 'other', kind: 'switch', isOn: false },
    ]);
    expect(store.request('fast', true)?.params).toEqual({
      ...{ configId: 'fast', type: 'boolean', value: true },
    });
    expect(store.request('fast', 'yes')).toBeUndefined();
    expect(store.set('fast', true)).toBe(true);
    expect(store.options).toMatchObject([{ isOn: true }]);
  });

  test('always list the value in force', () => {
    const store = storeOf({ configOptions: [select('x', { currentValue: 'hidden' })] });
    expect(store.options).toMatchObject([
      { value: 'hidden', groups: [{ values: [{ value: 'hidden' }] }, {}] },
    ]);
  });

  test('a mode that the agent reports is set wherever modes come from', () => {
    const store = storeOf({ configOptions: [select('permission', { category: 'mode' })] });
    expect(store.setMode('b')).toBe(true);
    expect(store.setMode('unheard-of')).toBe(false);
    expect(store.options).toMatchObject([{ value: 'b' }]);
  });

  test('unknown options and values are refused', () => {
    const store = storeOf({ configOptions: [select('x')] });
    expect(store.request('y', 'a')).toBeUndefined();
    expect(store.request('x', 'c')).toBeUndefined();
    expect(store.request('x', true)).toBeUndefined();
    expect(store.set('x', 'c')).toBe(false);
  });

  test.each([
    [
      'odd ones',
      [1, null, { id: 'x' }, { ...select('x'), type: 'slider' }, select('good')],
      ['good'],
    ],
    ['repeated ones', [select('x'), select('x')], ['x']],
    ['one without an id', [select('')], []],
    ['one with an endless id', [select('x'.repeat(2_000))], []],
  ])('leave out %s', (_name, configOptions, ids) => {
    expect(storeOf({ configOptions }).options.map(({ id }) => id)).toEqual(ids);
  });

  test('are bounded, and their words are plain', () => {
    const options = Array.from({ length: 2_000 }, (_, index) => ({ value: `v${index}` }));
    const many = Array.from({ length: 200 }, (_, index) =>
      select(`o${index}`, {
        options,
        currentValue: 'v1',
        name: `\u202eevil\n${'x'.repeat(5_000)}`,
      }),
    );
    const store = storeOf({ configOptions: many });
    expect(store.options).toHaveLength(50);
    const [first] = store.options;
    expect(first?.label).toMatch(/^evil x{10,}…$/);
    expect(first?.kind === 'select' && first.groups[0]?.values.length).toBe(500);
  });
});
