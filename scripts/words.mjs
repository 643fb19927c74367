// npm run words [-- PART]
//
// Counts the words of the built site, page by page, and looks for what the site no longer says, in the pages and in their
// sources, and for claims about privacy without their condition. With PART, shows old phrases only of files whose path has it. Fails above the most words, or if an old phrase is
// left anywhere.
import {
  claimsInPages,
  MOST_WORDS,
  oldInPages,
  oldInSources,
  readPages,
} from './lib/words/site-words.mjs';

const pages = readPages();
if (pages.length === 0) {
  console.error('There is no built site: npm run build:site makes it.');
  process.exit(1);
}
const total = pages.reduce((sum, { words }) => sum + words, 0);
for (const { file, words } of pages) console.log(`${String(words).padStart(6)}  ${file}`);
console.log(`${String(total).padStart(6)}  of at most ${MOST_WORDS}`);

const old = [...oldInPages(pages), ...claimsInPages(pages), ...oldInSources()];
const shown = old.filter((line) =>
  line.slice(0, line.indexOf(': ')).includes(process.argv[2] ?? ''),
);
if (shown.length > 0) console.log(`\nOld phrases:\n  ${shown.join('\n  ')}`);
if (total > MOST_WORDS || old.length > 0) {
  console.error(`\n${total} words of at most ${MOST_WORDS}; old phrases left: ${old.length}`);
  process.exit(1);
}
