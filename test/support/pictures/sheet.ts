/** Outcome of one picture's comparison with the accepted one. */
export type Verdict = 'same' | 'changed' | 'new' | 'accepted' | 'notCompared';

export interface SheetPicture {
  /** Name of the picture's files, without the ending. */
  readonly file: string;
  readonly group: string;
  readonly state: string;
  readonly width: number;
  readonly height: number;
  readonly theme: string;
  readonly verdict: Verdict;
  /** Differences in words; empty if there are none. */
  readonly detail: string;
  /** Whether there is an accepted picture, and one of the difference. */
  readonly hasBefore: boolean;
  readonly hasDifference: boolean;
  /** Parts that are cut off. */
  readonly flaws: readonly string[];
}

const words: Readonly<Record<Verdict, string>> = {
  same: 'same',
  changed: 'changed',
  new: 'new',
  accepted: 'accepted',
  notCompared: 'not compared',
};

/** Returns the page that shows all pictures: as accepted, as they are now, and the difference. */
export function contactSheet(pictures: readonly SheetPicture[], about: string): string {
  const groups = groupedBy(pictures, 'group');
  const counts = Object.entries(words)
    .map(([verdict, word]) => [pictures.filter(one => one.verdict === verdict).length, word])
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pictures</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<header><h1>Pictures</h1><p>${escaped(about)} ${escaped(counts.join(', '))}.</p>
<p class="tools"><label><input type="checkbox" id="changes"> Only what is not the same</label>
<label>Theme <select id="theme"><option value="">all</option>${optionsOf(pictures.map(one => one.theme))}</select></label>
<label>Width <select id="width"><option value="">all</option>${optionsOf(pictures.map(one => String(one.width)))}</select></label>
<span>Keys: ← → picture, <kbd>B</kbd> before, <kbd>N</kbd> now, <kbd>D</kbd> difference</span></p></header>
<main>${[...groups].map(([group, own]) => groupOf(group, own)).join('')}</main>
<script>${script}</script></body></html>`;
}

function groupOf(group: string, pictures: readonly SheetPicture[]): string {
  const states = groupedBy(pictures, 'state');
  const parts = [...states].map(
    ([state, own]) =>
      `<section><h3>${escaped(state)}</h3><div class="row">${own.map(figureOf).join('')}</div></section>`,
  );
  return `<section class="group"><h2>${escaped(group)}</h2>${parts.join('')}</section>`;
}

function figureOf(picture: SheetPicture): string {
  const { file, width, height, theme, verdict, detail, flaws } = picture;
  const views = [
    ...(picture.hasBefore ? (['before'] as const) : []),
    'now' as const,
    ...(picture.hasDifference ? (['difference'] as const) : []),
  ];
  const name = `${width} px, ${theme}`;
  const buttons = views.map(
    view =>
      `<button type="button" data-view="${view}" aria-pressed="${view === 'now'}">${view}</button>`,
  );
  const notes = [detail, ...flaws].filter(note => note !== '');
  return `<figure tabindex="0" aria-label="${escaped(`${picture.state}, ${name}, ${words[verdict]}`)}" data-verdict="${verdict}" data-theme="${theme}" data-width="${width}">
<img loading="lazy" width="${width}" height="${height}" src="now/${file}.png" data-file="${file}" alt="${escaped(name)}">
<figcaption><span>${escaped(name)}</span> <strong>${words[verdict]}</strong> ${buttons.join('')}
${notes.length > 0 ? `<ul>${notes.map(note => `<li>${escaped(note)}</li>`).join('')}</ul>` : ''}</figcaption></figure>`;
}

function groupedBy(
  pictures: readonly SheetPicture[],
  key: 'group' | 'state',
): Map<string, SheetPicture[]> {
  const groups = new Map<string, SheetPicture[]>();
  for (const picture of pictures) {
    groups.set(picture[key], [...(groups.get(picture[key]) ?? []), picture]);
  }
  return groups;
}

function optionsOf(values: readonly string[]): string {
  return [...new Set(values)].map(value => `<option>${escaped(value)}</option>`).join('');
}

function escaped(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, sign => signs[sign] ?? sign);
}

const style = `
:root { color-scheme: light dark; font: 13px/1.5 system-ui, sans-serif; }
body { margin: 0 16px 32px; }
header { position: sticky; top: 0; z-index: 1; padding: 8px 0; background: Canvas; border-bottom: 1px solid GrayText; }
h1 { margin: 0; font-size: 18px; } h2 { font-size: 16px; } h3 { margin: 16px 0 4px; font-size: 13px; }
header p { margin: 4px 0; } .tools { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: center; }
.row { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
figure { margin: 0; padding: 4px; border: 1px solid GrayText; border-radius: 4px; max-width: 100%; }
figure { scroll-margin-top: 120px; }
figure:focus { outline: 3px solid Highlight; }
figure[data-verdict=changed] { border-color: #d83b01; box-shadow: 0 0 0 1px #d83b01; }
img { display: block; max-width: 100%; height: auto; image-rendering: pixelated; }
figcaption { max-width: 420px; } figcaption ul { margin: 4px 0; padding-inline-start: 16px; color: #d83b01; }
button { font: inherit; } button[aria-pressed=true] { font-weight: 700; }
[hidden] { display: none !important; }`;

const script = `
const shown = () => [...document.querySelectorAll('figure')].filter(one => one.offsetParent);
function view(figure, name) {
  const button = figure.querySelector('[data-view=' + name + ']');
  if (!button) return;
  for (const one of figure.querySelectorAll('[data-view]')) one.ariaPressed = String(one === button);
  const image = figure.querySelector('img');
  image.src = name + '/' + image.dataset.file + '.png';
}
document.addEventListener('click', event => {
  const { view: name } = event.target.dataset;
  if (name) view(event.target.closest('figure'), name);
});
document.addEventListener('keydown', event => {
  const figure = event.target.closest('figure');
  const name = { b: 'before', n: 'now', d: 'difference' }[event.key.toLowerCase()];
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('select, input')) return;
  if (figure && name) view(figure, name);
  if (!step) return;
  const all = shown();
  const next = all[Math.min(Math.max(all.indexOf(figure) + step, 0), all.length - 1)];
  if (next) { next.focus(); event.preventDefault(); }
});
function filter() {
  const only = document.getElementById('changes').checked;
  const theme = document.getElementById('theme').value;
  const width = document.getElementById('width').value;
  for (const one of document.querySelectorAll('figure')) {
    const { verdict, theme: own, width: wide } = one.dataset;
    one.hidden = (only && verdict === 'same') || (theme && own !== theme) || (width && wide !== width);
  }
  for (const part of document.querySelectorAll('main section')) {
    part.hidden = ![...part.querySelectorAll('figure')].some(one => !one.hidden);
  }
}
document.querySelector('.tools').addEventListener('change', filter);`;
