// The lint of cited paths: what it must find, and what it must leave alone.
import { expect, test } from 'vitest';
import { missingPaths, missingSections, withFolders } from '../../../scripts/lib/cited-paths.mjs';

const known = withFolders([
  'docs/spec/linear.md',
  'docs/page-life.md',
  'src/server/linear/maler.hpp',
  'src/server/linear/maler.cpp',
  'tests/native/random/split_mix64.hpp',
  'bindings/ts/client/ledger.ts',
]);
const missing = (file, text) =>
  missingPaths(file, text, known).map(({ line, path }) => [line, path]);

test.each([
  ['src/a.hpp', '// See docs/spec/none.md, section 4.', 'docs/spec/none.md'],
  ['src/a.hpp', '/// Like server/linear/none.hpp.', 'server/linear/none.hpp'],
  ['src/a.hpp', 'int a;\t// none.hpp', 'none.hpp'],
  ['bindings/ts/a.ts', '/**\n * From src/server/none.\n */', 'src/server/none'],
  ['tests/a.mjs', 'run();\t// tests/native/none_test.cpp', 'tests/native/none_test.cpp'],
  ['docs/a.md', 'As [here](spec/none.md).', 'spec/none.md'],
  ['docs/a.md', 'All of `bindings/ts/client/none-*.ts`.', 'bindings/ts/client/none-*.ts'],
])('in %s a missing path fails: %s', (file, text, path) => {
  expect(missing(file, text).map(([, found]) => found)).toContain(path);
});

const pages = {
  'docs/spec/linear.md': '# Linear\n## 4. Online\n### 4.2 Clipping\n## 5. Combiner\n',
};
const sections = (text) => missingSections('src/a.hpp', text, (page) => pages[page]);

test.each([
  '// docs/spec/linear.md, section 4.2: G.',
  '// As in docs/spec/linear.md, sections 4 and 5.',
  '// As in docs/spec/linear.md, section\n// 5, and so on.',
])('sections that exist: %s', (text) => {
  expect(sections(text)).toEqual([]);
});

test.each([
  ['// docs/spec/linear.md, section 6.', 1, '6'],
  ['// docs/spec/linear.md, sections 4, 4.3 and 5.', 1, '4.3'],
  ['// One.\n// docs/spec/linear.md, section\n// 7, and so on.', 2, '7'],
])('a missing section fails: %s', (text, line, number) => {
  expect(sections(text)).toEqual([{ line, path: `docs/spec/linear.md, section ${number}` }]);
});

test('says the line', () => {
  expect(missing('docs/a.md', 'One.\nTwo.\nSee docs/none.md.')).toEqual([[3, 'docs/none.md']]);
});

test.each([
  [
    'src/a.hpp',
    '// docs/spec/linear.md, section 4; server/linear/maler.hpp; random/split_mix64.hpp.',
  ],
  ['src/a.hpp', '// Both files of src/server/linear/maler, and src/server.'],
  ['src/a.hpp', '#include "none/none.hpp"'],
  ['src/a.hpp', '// https://example.org/docs/none.md'],
  ['bindings/ts/a.ts', "const page = 'docs/none.md';"],
  ['bindings/ts/a.ts', '// bindings/ts/client/ledger.js, and bindings/ts/generated/catalog.ts.'],
  [
    'docs/a.md',
    '[one](spec/linear.md), [two](https://example.org/x.md), [three](#here), page-life.md',
  ],
  ['docs/a.md', 'All of `bindings/ts/client/*.ts`; `dist/index.js`.'],
])('in %s these are right: %s', (file, text) => {
  expect(missing(file, text)).toEqual([]);
});
