import { join } from 'node:path';
import { findContent, npmContent, npmPackage, type Progress } from '../cache';
import { editorPlatform, readEditorPins } from './editorPins';

const files = ['bin/rg'];

/** Returns VS Code's bundled ripgrep; `undefined` if it has not been downloaded. */
export async function editorRipgrep(): Promise<string | undefined> {
  const { name, version, integrity } = ripgrepPin();
  const folder = await findContent(npmContent(name, version, integrity, files));
  return folder && join(folder, ...files);
}

/** Downloads only ripgrep, for tasks that need no editor. */
export async function provideRipgrep(progress: Progress): Promise<void> {
  const { name, version, integrity } = ripgrepPin();
  await npmPackage(name, version, integrity, { only: files, progress });
}

function ripgrepPin(): { name: string; version: string; integrity: string } {
  const platform = editorPlatform();
  const { version, integrity } = readEditorPins().ripgrep;
  return { name: `@vscode/ripgrep-${platform}`, version, integrity: integrity[platform] };
}
