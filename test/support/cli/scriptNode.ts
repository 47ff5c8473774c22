import { join } from 'node:path';
import { cacheFolder } from '../cache';
import { editorPlatform, readEditorPins } from '../editor/editorPins';
import { findNode } from '../editor/provision';

/** A Node that runs the versions of the CLI that are scripts. */
export interface ScriptNode {
  path: string;
  /** Variables with which it starts scripts of 10 MB in three quarters of the CPU time. */
  env: Readonly<Record<string, string>>;
}

let found: Promise<ScriptNode> | undefined;

/**
 * Returns the Node of the newest editor, which keeps compiled code from one process to the next, or
 * the running Node if there is none.
 */
export function scriptNode(): Promise<ScriptNode> {
  found ??= find();
  return found;
}

async function find(): Promise<ScriptNode> {
  const path = (await editorNode()) ?? process.execPath;
  const env = { NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled') };
  return { path, env };
}

async function editorNode(): Promise<string | undefined> {
  // The editors from npm exist for Linux only.
  if (process.platform !== 'linux') return undefined;
  return findNode(readEditorPins(), 'newest', editorPlatform());
}
