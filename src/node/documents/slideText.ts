import * as l10n from '@vscode/l10n';
import { textParts, unreadable } from './archive';
import { readXml } from './xmlText';

/** Returns the texts of a PowerPoint presentation, slide by slide, with the speaker's notes. */
export function slideText(bytes: Uint8Array): string {
  const parts = textParts(bytes);
  const slides = Object.keys(parts)
    .flatMap(name => {
      const [, number] = /^ppt\/slides\/slide(\d+)\.xml$/.exec(name) ?? [];
      return number === undefined ? [] : [Number(number)];
    })
    .sort((a, b) => a - b);
  if (slides.length === 0) {
    throw unreadable('ppt/slides');
  }
  return slides
    .map((number, index) => {
      const slide = paragraphs(parts[`ppt/slides/slide${number}.xml`]);
      const notes = paragraphs(notesOf(parts, number)).filter(line => !/^\d+$/.test(line));
      return [
        `## ${l10n.t('Slide {0}', index + 1)}`,
        ...slide,
        ...(notes.length > 0 ? [l10n.t('Notes: {0}', notes.join('\n'))] : []),
      ].join('\n\n');
    })
    .join('\n\n');
}

function notesOf(parts: Readonly<Record<string, Uint8Array>>, slide: number) {
  const relations = parts[`ppt/slides/_rels/slide${slide}.xml.rels`];
  const text = relations ? new TextDecoder().decode(relations) : '';
  const [, name] = /notesSlides\/(notesSlide\d+\.xml)/.exec(text) ?? [];
  return name === undefined ? undefined : parts[`ppt/notesSlides/${name}`];
}

/** Returns the paragraphs (`a:p`) of a slide; table cells are paragraphs, too. */
function paragraphs(xml: Uint8Array | undefined): string[] {
  const lines: string[] = [];
  let current = '';
  let isText = false;
  if (xml) {
    readXml(xml, {
      open: name => {
        isText ||= name === 'a:t';
        current += name === 'a:br' ? '\n' : '';
      },
      close: name => {
        if (name === 'a:t') {
          isText = false;
        } else if (name === 'a:p') {
          lines.push(current.trim());
          current = '';
        }
      },
      text: text => {
        current += isText ? text : '';
      },
    });
  }
  return lines.filter(line => line !== '');
}
