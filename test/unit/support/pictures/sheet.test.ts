import { expect, it } from 'vitest';
import { contactSheet, type SheetPicture } from '../../../support/pictures/sheet';

const picture: SheetPicture = {
  ...{ file: 'talk-300-dark', group: 'Conversation', state: 'talk', width: 300, height: 720 },
  ...{ theme: 'dark', verdict: 'changed', detail: '12 pixels differ' },
  ...{ hasBefore: true, hasDifference: true, flaws: ['Text cut: <b>"x"</b>'] },
};

it('has each picture below its group and state, with what there is to see of it', () => {
  const html = contactSheet(
    [
      picture,
      { ...picture, file: 'talk-300-light', theme: 'light', verdict: 'same', detail: '' },
      { ...picture, state: 'queue', verdict: 'new', hasBefore: false, hasDifference: false },
    ],
    'Drawn by A & B.',
  );
  expect(html.match(/<h2>Conversation<\/h2>/g)).toHaveLength(1);
  expect(html.match(/<h3>/g)).toHaveLength(2);
  expect(html.match(/<figure /g)).toHaveLength(3);
  expect(html).toContain('Drawn by A &amp; B. 1 same, 1 changed, 1 new.');
  expect(html).toContain('<li>12 pixels differ</li><li>Text cut: &lt;b&gt;&quot;x&quot;&lt;/b&gt;');
  expect(html.match(/data-view="before"/g)).toHaveLength(2);
  expect(html.match(/data-view="difference"/g)).toHaveLength(2);
  expect(html).toContain('src="now/talk-300-light.png"');
});
