const tag = '<system-reminder>';
const reminder = /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g;

/** Takes out of a user's text what the CLI has added to it. */
export function withoutReminders(text: string): string {
  return text.includes(tag) ? text.replace(reminder, '') : text;
}

/** Returns whether a text consists of what the CLI adds, and of nothing else. */
export function isReminder(text: string): boolean {
  return text.includes(tag) && withoutReminders(text).trim() === '';
}
