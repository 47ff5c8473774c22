/** Far longer than any step takes, even on a busy machine. */
export const patience = { timeout: 20_000, interval: 200 };
