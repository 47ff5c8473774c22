// npm run package: builds, collects the licences of bundled packages, and packs the .vsix.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './bundles';
import { thirdPartyNotices } from './notices';

const root = join(__dirname, '..');

/**
 * Packs the extension.
 * @param isBuilt true if `dist/` already has what a build for production would write
 * @returns the file's path
 */
export async function packageExtension(
  target = join(root, 'tandem-code.vsix'),
  isBuilt = false,
): Promise<string> {
  if (!isBuilt) await build({ isProduction: true });
  await writeFile(join(root, 'THIRD_PARTY_NOTICES'), await thirdPartyNotices(root));
  await createVSIX({
    cwd: root,
    packagePath: target,
    // Everything is bundled, so the archive contains no node_modules.
    dependencies: false,
    allowMissingRepository: true,
    // Without a public repository, relative links of the README cannot be rewritten yet.
    rewriteRelativeLinks: false,
  });
  return target;
}

if (require.main === module) {
  packageExtension().then(
    path => console.log(path),
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
}
