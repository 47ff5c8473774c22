/**
 * Returns the form of a text in which it is compared, of the same length: blanks are alike, and
 * letters are small unless their case matters.
 */
export function comparable(text: string, matchesCase: boolean): string {
  const spaced = text.replace(/[^\S ]/g, ' ');
  // The dotted capital I is the only letter whose small form is longer; a final sigma has its own.
  return matchesCase
    ? spaced
    : spaced.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** Returns the places of a text in another one, none of which overlap. Both are `comparable`. */
export function placesOf(text: string, wanted: string, most: number): number[] {
  const places: number[] = [];
  if (wanted === '') {
    return places;
  }
  let place = text.indexOf(wanted);
  while (place !== -1 && places.length < most) {
    places.push(place);
    place = text.indexOf(wanted, place + wanted.length);
  }
  return places;
}
