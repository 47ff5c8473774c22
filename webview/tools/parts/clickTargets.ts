import type { Location } from '../../../src/contract/content';
import { classifyLink, type LinkTarget } from '../../ui/markdown/links';
import type { ClickTarget } from './toolView';

/** Converts a URL from a tool; undefined if it is not a web address. */
export function urlTarget(url: string): ClickTarget | undefined {
  const target = classifyLink(url);
  return target?.kind === 'url' ? { kind: 'url', url: target.url } : undefined;
}

export function fileTarget(path: string, line?: number, endLine?: number): ClickTarget | undefined {
  if (path === '') {
    return undefined;
  }
  const location: Location = {
    path,
    ...(line === undefined ? {} : { line }),
    ...(line === undefined || endLine === undefined ? {} : { endLine }),
  };
  return { kind: 'file', location };
}

export function clickTargetOf(target: LinkTarget): ClickTarget {
  if (target.kind === 'url') {
    return { kind: 'url', url: target.url };
  }
  const { kind, ...location } = target;
  return { kind, location };
}
