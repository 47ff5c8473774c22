import { expect, it, test } from 'vitest';
import { definedName } from '../../../../../src/core/codeIndex/text/definedName';

test.each([
  ['export async function readDraft(id: string) {', 'readDraft'],
  ['export default class Draft extends Base {', 'Draft'],
  ['const parse = async (text) => {', 'parse'],
  ['  const inner = text => {', 'inner'],
  ['export const mostFiles = 5;', 'mostFiles'],
  ['exports.parse = function (text) {', 'parse'],
  ['Draft.prototype.save = function () {', 'save'],
  ['  private async save(id: string): Promise<void> {', 'save'],
  ['  onHeaders (statusCode, headers) {', 'onHeaders'],
  ['    def read_draft(self, id):', 'read_draft'],
  ['pub(crate) async fn follow(url: &str) -> Result<()> {', 'follow'],
  ['func (d *Draft) Save(id string) error {', 'Save'],
  ['static int parse_header(const char *text) {', 'parse_header'],
  ['public List<String> namesOf(Order order) throws IOException {', 'namesOf'],
  ['#define MOST_FILES 5', 'MOST_FILES'],
])('%s defines %s', (line, name) => {
  expect(definedName(line)).toBe(name);
});

test.each([
  '  if (isReady(text)) {',
  '  return parse(text);',
  "  it('reads', async () => {",
  '  const local = 5;',
  '} else {',
  '  items.forEach(item => {',
  '  while (next()) {',
])('%s defines nothing', line => {
  expect(definedName(line)).toBeUndefined();
});

it('looks at each line in bounded time', () => {
  const lines = [
    'a** '.repeat(70),
    `${'a<b, '.repeat(50)}(`,
    `f(${'('.repeat(250)}`,
    `x = ${'(=>'.repeat(90)}`,
    `${'a.'.repeat(140)}= `,
    `  m(${') :'.repeat(90)}`,
  ];
  const start = process.cpuUsage();
  for (const line of lines) definedName(line);
  // Backtracking without bounds would take longer than the universe.
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
});
