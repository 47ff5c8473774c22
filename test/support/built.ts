/** Variable that says that the run has just built the extension for production. */
export const builtVariable = 'TANDEM_TEST_BUILT';
