import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { hostBundle, otherBundles } from './bundles';

/** Returns the licence texts of all packages whose code is in a bundle. */
export async function thirdPartyNotices(root: string): Promise<string> {
  const sections: string[] = [
    'Tandem contains code of the following packages, under the licences that follow their names. Of the icons of @vscode/codicons, it has only those it shows.',
  ];
  for (const name of await bundledPackages()) {
    const folder = join(root, 'node_modules', name);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const title = `${name} ${manifest.version} (${manifest.license})`;
    const text = (await licenceText(folder)) ?? (await declaredMit(root, manifest));
    if (text === undefined) {
      throw new Error(`${name} comes without a licence file; it cannot be bundled as it is.`);
    }
    sections.push(`${'-'.repeat(78)}\n${title}\n\n${text}`);
  }
  return `${sections.join('\n\n')}\n`;
}

/** Returns the sorted names of the packages that esbuild includes. */
async function bundledPackages(): Promise<string[]> {
  const names = new Set<string>();
  for (const bundle of [hostBundle, ...otherBundles]) {
    const { metafile } = await build({ ...bundle, metafile: true, write: false });
    for (const input of Object.keys(metafile.inputs)) {
      const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
      if (name) {
        names.add(name);
      }
    }
  }
  return [...names].sort();
}

async function licenceText(folder: string): Promise<string | undefined> {
  const files = (await readdir(folder)).filter(file => /^(licen[cs]e|copying)/i.test(file)).sort();
  const texts = await Promise.all(files.map(file => readFile(join(folder, file), 'utf8')));
  return texts.length > 0 ? texts.map(text => withoutGpl(text).trim()).join('\n\n') : undefined;
}

/** Leaves out the second licence of a package that offers the MIT licence or the GPL: we take MIT. */
function withoutGpl(text: string): string {
  const [first = '', second] = text.split(/^GPL version 3$/m);
  return second === undefined || !first.includes('MIT License') ? text : first;
}

interface Manifest {
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/**
 * Returns the MIT licence with the author's name, for a package that declares it in its manifest
 * but publishes no file (`@vscode/l10n`). The words are those of our own licence.
 */
async function declaredMit(root: string, manifest: Manifest): Promise<string | undefined> {
  const { license, author } = manifest;
  const name = typeof author === 'string' ? author : author?.name;
  if (license !== 'MIT' || name === undefined) {
    return undefined;
  }
  const own = await readFile(join(root, 'LICENSE'), 'utf8');
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${name}`).trim();
}
