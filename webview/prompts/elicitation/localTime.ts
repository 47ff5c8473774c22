/** Converts a time with a zone to the text of a control that shows the user's own zone. */
export function localTime(text: string): string {
  const time = new Date(text);
  if (text === '' || Number.isNaN(time.getTime())) {
    return '';
  }
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** Converts the text of such a control to a time with a zone. */
export function zonedTime(text: string): string {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime())
    ? ''
    : time.toISOString().replace(/\.\d+Z$/, 'Z');
}
