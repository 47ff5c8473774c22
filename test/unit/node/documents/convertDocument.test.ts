import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../../../src/node/documents/convertDocument';

type Files = Record<string, string>;

function archive(files: Files): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])),
  );
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';

const word = (body: string): Files => ({
  '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
});
const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;

const sheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const excel: Files = {
  'xl/workbook.xml': `${xml}<workbook xmlns="${sheet}" xmlns:r="${relationships}"><sheets><sheet name="Costs" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${sheet}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Euro | net</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Tea</t></is></c><c r="B2"><v>4.5</v></c></row></sheetData></worksheet>`,
};

const slide = (text: string) =>
  `${xml}<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;

const openDocument = (body: string): Files => ({
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml': `${xml}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d"><office:styles>hidden</office:styles><office:body>${body}</office:body></office:document-content>`,
});

it.each<[string, Files, string, string]>([
  [
    'a.docx',
    word(
      `${paragraph('Plan', 'Heading1')}${paragraph('Müller &amp; Söhne &lt;x&gt;')}<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`,
    ),
    'Word',
    '# Plan\n\nMüller & Söhne <x>\n\n| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['a.xlsx', excel, 'Excel', '## Costs\n\n| Name | Euro \\| net |\n| --- | --- |\n| Tea | 4.5 |'],
  [
    'a.pptx',
    {
      'ppt/slides/slide10.xml': slide('Tenth'),
      'ppt/slides/slide2.xml': slide('Second &amp; last'),
      'ppt/slides/_rels/slide2.xml.rels':
        '<Relationships Target="../notesSlides/notesSlide1.xml"/>',
      'ppt/notesSlides/notesSlide1.xml': slide('Say hello'),
    },
    'PowerPoint',
    '## Slide 1\n\nSecond & last\n\nNotes: Say hello\n\n## Slide 2\n\nTenth',
  ],
  [
    'a.odt',
    openDocument('<text:h text:outline-level="2">Head</text:h><text:p>Some<text:s/>text</text:p>'),
    'OpenDocument',
    '## Head\n\nSome text',
  ],
  [
    'a.ods',
    openDocument(
      '<table:table table:name="T"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>',
    ),
    'OpenDocument',
    '## T\n\n| x | x |\n| --- | --- |',
  ],
])('converts %s to text', async (name, files, format, text) => {
  expect(await convertDocument(name, archive(files))).toEqual({ text, format });
});

it('converts a CSV file in Latin-1 to a table', async () => {
  const bytes = Buffer.from('Name;Preis\nKäse;"1;5"\n', 'latin1');
  const { text } = await convertDocument('a.csv', bytes);
  expect(text).toBe('| Name | Preis |\n| --- | --- |\n| Käse | 1;5 |');
});

describe('refuses', () => {
  const bomb = zipSync({ 'word/document.xml': new Uint8Array(65 * 1024 * 1024) });
  const deep = `${'<w:p>'.repeat(1_500)}${'</w:p>'.repeat(1_500)}`;
  const entities = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`;
  it.each<[string, string, Uint8Array, string]>([
    ['an empty file', 'a.docx', new Uint8Array(), 'attachment.unreadable'],
    ['text that only claims to be a document', 'a.xlsx', strToU8('hello'), 'attachment.unreadable'],
    ['half a document', 'a.docx', archive(word('')).slice(0, 200), 'attachment.unreadable'],
    ['another format by its name', 'a.docx', archive(excel), 'attachment.unreadable'],
    ['a document without text', 'a.docx', archive(word('')), 'attachment.unreadable'],
    [
      'broken XML',
      'a.odt',
      archive({ 'content.xml': '<office:body><text:p' }),
      'attachment.unreadable',
    ],
    [
      'slides nested too deep',
      'a.pptx',
      archive({ 'ppt/slides/slide1.xml': deep }),
      'attachment.unreadable',
    ],
    [
      'entities',
      'a.odt',
      archive({
        'content.xml': `${xml}${entities}<office:body><text:p>words &b;</text:p></office:body>`,
      }),
      'attachment.unreadable',
    ],
    ['an archive that unpacks to too much', 'a.docx', bomb, 'attachment.tooLarge'],
    [
      'an encrypted document',
      'a.docx',
      strToU8('\u00d0\u00cf\u0011\u00e0'),
      'attachment.unreadable',
    ],
    ['a format without a converter', 'a.doc', strToU8('x'), 'attachment.unknown'],
  ])('%s', async (_, name, bytes, code) => {
    await expect(convertDocument(name, bytes)).rejects.toMatchObject({ code });
  });
});
