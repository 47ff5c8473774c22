/**
 * Returns the text without the given characters at its end. An expression such as `/\\n+$/` would try
 * each run of them in the text, from each of its characters: the square of the run's length.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) {
    end -= 1;
  }
  return text.slice(0, end);
}
