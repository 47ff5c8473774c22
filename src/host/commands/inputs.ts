import { nativeUi } from '../nativeText/nativeUi';

/**
 * Lets the user pick a value.
 * @returns undefined if the user dismisses the list
 */
export async function pick<T>(
  title: string,
  choices: readonly { label: string; description?: string; value: T }[],
): Promise<T | undefined> {
  const picked = await nativeUi.showQuickPick([...choices], {
    title,
    matchOnDescription: true,
  });
  return picked?.value;
}

/**
 * Returns the given text, or asks the user for a line.
 * @returns undefined if the user dismisses the input
 */
export async function textOr(argument: unknown, prompt: string): Promise<string | undefined> {
  return typeof argument === 'string' ? argument : nativeUi.showInputBox({ prompt });
}
