/** Names of the values of `vscode.SymbolKind`, by number. */
const names = [
  ...['file', 'module', 'namespace', 'package', 'class', 'method', 'property', 'field'],
  ...['constructor', 'enum', 'interface', 'function', 'variable', 'constant', 'string', 'number'],
  ...['boolean', 'array', 'object', 'key', 'null', 'enum member', 'struct', 'event', 'operator'],
  'type parameter',
] as const;

export function symbolKind(kind: number): string {
  return names[kind] ?? 'symbol';
}
