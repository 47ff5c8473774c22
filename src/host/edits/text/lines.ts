/** The lines of a text, each with its line end; joined they are the text again. */
export function toLines(text: string): string[] {
  const lines: string[] = [];
  let feed = text.indexOf('\n');
  let carriage = text.indexOf('\r');
  for (let start = 0; start < text.length; ) {
    // Each is looked for again only when it lies behind: most texts have no carriage return at all.
    if (feed >= 0 && feed < start) {
      feed = text.indexOf('\n', start);
    }
    if (carriage >= 0 && carriage < start) {
      carriage = text.indexOf('\r', start);
    }
    const end = endOfLine(text.length, feed, carriage);
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}

/** A line ends after `\n`, `\r\n` or a lone `\r`. */
function endOfLine(length: number, feed: number, carriage: number): number {
  if (carriage >= 0 && (feed < 0 || carriage < feed)) {
    return carriage + 1 === feed ? feed + 1 : carriage + 1;
  }
  return feed < 0 ? length : feed + 1;
}
