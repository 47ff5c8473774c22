/** Far more than anything takes here, also on a busy machine. */
export const patience = { timeout: 20_000, interval: 50 };
