import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';

interface Rule {
  readonly toolName: string;
  readonly ruleContent?: string;
}

/** Permission rules from the command line, settings files and the user's answers. */
export class Rules {
  private readonly allowed: Rule[];

  constructor(
    private readonly cwd: string,
    allowed: readonly string[],
  ) {
    this.allowed = [...allowed, ...this.stored().allow].map(parseRule);
  }

  allows(tool: string, subject: string): boolean {
    return this.allowed.some(
      ({ toolName, ruleContent }) =>
        toolName === tool && (ruleContent === undefined || fits(ruleContent, subject)),
    );
  }

  /** Adds the rules of an answer; those for `localSettings` are saved in the project's file. */
  add(rules: readonly Rule[], destination: unknown): void {
    this.allowed.push(...rules);
    if (destination === 'localSettings') {
      const { settings, allow } = this.stored();
      const permissions = {
        ...(settings.permissions as object),
        allow: [...allow, ...rules.map(formatRule)],
      };
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(this.file, `${JSON.stringify({ ...settings, permissions }, null, 2)}\n`);
    }
  }

  private get file(): string {
    return join(this.cwd, '.claude', 'settings.local.json');
  }

  private stored(): { settings: JsonObject; allow: string[] } {
    try {
      const settings = JSON.parse(readFileSync(this.file, 'utf8'));
      return { settings, allow: settings.permissions?.allow ?? [] };
    } catch {
      // No file: no rules have been saved yet.
      return { settings: {}, allow: [] };
    }
  }
}

function parseRule(text: string): Rule {
  const [, toolName = text, ruleContent] = /^([^(]+)\((.*)\)$/s.exec(text) ?? [];
  return ruleContent === undefined ? { toolName } : { toolName, ruleContent };
}

function formatRule({ toolName, ruleContent }: Rule): string {
  return ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`;
}

/** Treats `sed:*` and `sed *` as prefixes. */
function fits(rule: string, subject: string): boolean {
  const prefix = /^(.*?)(?::| )\*$/s.exec(rule)?.[1];
  return prefix === undefined
    ? rule === subject
    : subject === prefix || subject.startsWith(`${prefix} `);
}
