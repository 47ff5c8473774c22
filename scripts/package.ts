// npm run package: builds, gathers the licences of what is bundled, and packs the .vsix.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './bundles';
import { thirdPartyNotices } from './notices';

const root = join(__dirname, '..');

/** Packs the extension. @returns the file's path */
export async function packageExtension(target = join(root, 'tandem-code.vsix')): Promise<string> {
  await build({ isProduction: true });
  await writeFile(join(root, 'THIRD_PARTY_NOTICES'), await thirdPartyNotices(root));
  await createVSIX({
    cwd: root,
    packagePath: target,
    // Everything is bundled; the archive holds no node_modules.
    dependencies: false,
    allowMissingRepository: true,
    // There is no public address yet that a relative link of the README could be turned into.
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
