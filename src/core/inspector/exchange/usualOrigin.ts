/** Address of the API where a recording, which has none, is written for other programs. */
export const usualOrigin = 'https://api.anthropic.com';
