// Guides come first in the search. A page of the API reference has hundreds of short headings, so that by the words
// alone it would come before the guide that answers.

/** Factors of a result's score, by the folder of its page; 1: all others, and an entry whose name is the word. */
const FACTORS = { guides: 3, reference: 0.25, spec: 0.5, decisions: 0.5 };

/** Of a page whose title is the word: it comes before a section of that name in another one. */
const PAGE_FACTOR = 1.5;

const BOOST = 'boost: { title: 4, text: 2, titles: 1 },';
const RANK = `boostDocument: (id, term, { titles = [] } = {}) => {
  const factor = (${JSON.stringify(FACTORS)})[/\\/(${Object.keys(FACTORS).join('|')})\\//.exec(id)?.[1] ?? ''] ?? 1;
  if (!id.endsWith('#' + term)) return factor;
  return Math.max(1, factor) * (titles.length > 0 ? 1 : ${PAGE_FACTOR});
},`;

/**
 * A plugin that gives the box of the search those factors. In the configuration of VitePress they would be a function
 * that the page makes of text, which its policy forbids.
 */
export const searchRanks = () => ({
  name: 'ldp-search-ranks',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    if (!code.includes(BOOST)) throw new Error(`VPLocalSearchBox.vue has no “${BOOST}” any more`);
    return code.replace(BOOST, `${BOOST} ${RANK}`);
  },
});
