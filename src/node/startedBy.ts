/** Variable that identifies everything a program of ours started, once the program itself is gone. */
export const startedByVariable = 'TANDEM_STARTED_BY';
