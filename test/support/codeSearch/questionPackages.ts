import { findContent, npmContent, npmPackage, type Progress } from '../cache';
import {
  type CodeQuestion,
  fastifyQuestions,
  undiciQuestions,
  webpackQuestions,
} from './questions';

interface QuestionPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly questions: readonly CodeQuestion[];
}

/** Packages whose sources the benchmark asks about. */
const packages: readonly QuestionPackage[] = [
  {
    name: 'undici',
    version: '7.16.0',
    integrity:
      'sha512-QEg3HPMll0o3t2ourKwOeUAZ159Kn9mx5pnzHRQO8+Wixmh88YdZRiIwat0iNzNNXn0yoEtXJqFpyW7eM8BV7g==',
    questions: undiciQuestions,
  },
  {
    name: 'fastify',
    version: '5.6.1',
    integrity:
      'sha512-WjjlOciBF0K8pDUPZoGPhqhKrQJ02I8DKaDIfO51EL0kbSMwQFl85cRwhOvmSDWoukNOdTo27gLN549pLCcH7Q==',
    questions: fastifyQuestions,
  },
  {
    name: 'webpack',
    version: '5.102.1',
    integrity:
      'sha512-7h/weGm9d/ywQ6qzJ+Xy+r9n/3qgp/thalBbpOi5i223dPXKi04IBtqPN9nTd+jBc7QKfvDbaBnFipYp4sJAUQ==',
    questions: webpackQuestions,
  },
];

/** Downloads the packages. */
export async function provideQuestionPackages(progress: Progress): Promise<void> {
  for (const { name, version, integrity } of packages) {
    await npmPackage(name, version, integrity, { progress });
  }
}

export function hasQuestionPackages(): Promise<boolean> {
  return questionPackages().then(
    () => true,
    () => false,
  );
}

/**
 * Returns the packages with the folders of their sources.
 * @throws Error if one has not been downloaded
 */
export function questionPackages(): Promise<
  readonly {
    readonly name: string;
    readonly root: string;
    readonly questions: readonly CodeQuestion[];
  }[]
> {
  return Promise.all(
    packages.map(async ({ name, version, integrity, questions }) => {
      const root = await findContent(npmContent(name, version, integrity));
      if (root === undefined) {
        throw new Error(`${name} is missing. Run: npm run provision -- code-questions`);
      }
      return { name, root, questions };
    }),
  );
}
