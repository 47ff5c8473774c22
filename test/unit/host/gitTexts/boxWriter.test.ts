import { expect, test } from 'vitest';
import { BoxWriter } from '../../../../src/host/gitTexts/boxWriter';

test('a text replaces what stood in the box, and can be taken back', () => {
  const box = { value: 'my words' };
  const writer = new BoxWriter(box);
  writer.write('Mend');
  writer.write('Mend it');
  expect(box.value).toBe('Mend it');
  writer.restore();
  expect(box.value).toBe('my words');
});

test('nothing is written over what the user types meanwhile', () => {
  const box = { value: '' };
  const writer = new BoxWriter(box);
  writer.write('Mend');
  box.value = 'Mine';
  expect(writer.isTaken).toBe(true);
  writer.write('Mend it');
  writer.restore();
  expect(box.value).toBe('Mine');
});
