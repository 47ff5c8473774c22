/** Variable with the prompt of a `tandem run` that the editor starts; not passed on. */
export const promptVariable = 'TANDEM_RUN_PROMPT';
