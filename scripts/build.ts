// npm run build: builds extension and page into dist/. `-- --watch` rebuilds on every change.
import { build, watch } from './bundles';

async function main(): Promise<void> {
  if (process.argv.includes('--watch')) {
    // The task in `.vscode/tasks.json` waits for the second line.
    console.log('[watch] building…');
    await watch();
    console.log('[watch] ready');
    return;
  }
  const sizes = await build({ isProduction: !process.argv.includes('--dev') });
  for (const { file, bytes, gzipped } of sizes) {
    console.log(`${file}: ${kb(bytes)} (${kb(gzipped)} gzipped)`);
  }
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

void main();
