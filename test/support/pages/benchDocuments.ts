const words =
  'the agent reads a file and then changes one line of it because the test that failed before says so'.split(
    ' ',
  );

/** Returns a generator of reproducible numbers from 0 up to `below`. */
function numbers(): (below: number) => number {
  let state = 12_345;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

/** Returns prose, lists, tables and fences like those in replies, `length` characters long. */
export function mixedDocument(length: number): string {
  const pick = numbers();
  const sentence = (count: number) =>
    Array.from({ length: count }, () => words[pick(words.length)]).join(' ');
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts[parts.length - 1]?.length ?? 1) {
    switch (pick(6)) {
      case 0:
        parts.push(`## ${sentence(4)}\n\n`);
        break;
      case 1:
        parts.push(
          `${Array.from({ length: 3 + pick(6) }, () => `- ${sentence(9)} \`x\``).join('\n')}\n\n`,
        );
        break;
      case 2:
        parts.push(`\`\`\`ts\n${typescriptLines(5 + pick(25)).join('\n')}\n\`\`\`\n\n`);
        break;
      case 3:
        parts.push(
          `| a | b |\n|---|---|\n${Array.from({ length: 4 }, () => `| ${sentence(3)} | ${sentence(2)} |`).join('\n')}\n\n`,
        );
        break;
      default:
        parts.push(`${sentence(30)} **${sentence(2)}** ${sentence(10)} *${sentence(1)}*.\n\n`);
    }
  }
  return parts.join('').slice(0, length);
}

export function oneFence(length: number): string {
  const lines = typescriptLines(Math.ceil(length / 30)).join('\n');
  return `\`\`\`ts\n${lines.slice(0, length)}\n\`\`\`\n`;
}

export function typescriptLines(count: number): string[] {
  const lines: string[] = [];
  for (let index = 0; lines.length < count; index += 1) {
    lines.push(
      `/** Adds ${index} to what it is given. */`,
      `export function add${index}(value: number): number {`,
      `  const text = \`value \${value} of ${index}\`;`,
      `  return text.length > 3 ? value + ${index} : Number('12');`,
      '}',
      '',
    );
  }
  return lines.slice(0, count);
}
