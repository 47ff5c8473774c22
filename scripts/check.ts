// npm run check: format, lint, types and dead code, without the suites.
process.argv.push('check');
void import('./test');
