/** Provides the packages that its argument lists as JSON, as the real list does with old CLIs. */
import { findContent, npmContent, npmPackage } from '../../../support/cache';
import { ProvisionError, provideAll } from '../../../support/provisions/provideAll';
import type { PackagePin } from './fakeRegistry';

const packages = JSON.parse(process.argv[2] ?? '[]') as readonly PackagePin[];

const provisions = packages.map(({ name, version, integrity }) => ({
  name,
  what: `The package ${name}`,
  megabytes: 1,
  isThere: async () => (await findContent(npmContent(name, version, integrity))) !== undefined,
  provide: async (progress: (line: string) => void) => {
    await npmPackage(name, version, integrity, { progress });
  },
}));

provideAll(provisions, line => console.log(line)).catch((error: unknown) => {
  console.log(error instanceof ProvisionError ? error.message : error);
  process.exitCode = 1;
});
