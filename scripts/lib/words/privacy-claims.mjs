// Sentences about privacy that are no theorems: a rate of right guesses without what was believed before, and claims that
// no attacker can find something out. docs/spec/privacy.md, section 1.1, has what is true.

/** What makes a rate of right guesses true. */
const CONDITION = /\beven odds\b|\bequally likely\b|\bwithout (any|a) report\b|\bprior\b/i;

/**
 * Each with what to say instead; a sentence that has the third is meant otherwise.
 * @type {readonly (readonly [claim: RegExp, better: string, unless?: RegExp])[]}
 */
const CLAIMS = [
  [
    /\b(guess(es|ed|ing)?|right)\b.{0,90}?(\d ?%|\bpercent\b|\bof the time\b|\btimes in (100|a hundred)\b|\bin a hundred\b)/i,
    'someone who gave your answer even odds is right at most 73.2% of the time after seeing it',
    CONDITION,
  ],
  [
    /\d ?% (right|of guesses|of the guesses)\b/i,
    'someone who gave your answer even odds is right at most 73.2% of the time after seeing it',
    CONDITION,
  ],
  [
    /\bnever (knows?|learns?|sees?|finds? out|gets to know) (what|whether|which|how) (you|a visitor|the visitor|visitors|people|anyone|any one)\b/i,
    'cannot be sure what you said',
  ],
  [
    /\b(server|collector|operator|it|we) never learns? (the|your) answers?\b/i,
    'cannot be sure of the answer',
  ],
  [
    /\b(nobody|no one|no party|no attacker|no server)( else)? (can|could|will|gets to)( ever)? (know|learn|tell|see|find out|guess)/i,
    'A report changes anyone’s odds of guessing your answer by at most 2.72 times.',
  ],
  [
    /\bimpossible (to|for \w+ to) (know|tell|guess|trace|identify|link|recover)/i,
    'the bound on the odds',
  ],
  [
    /\b(can ?not|can[’']t|cannot|can never) be (traced|pinned|identified|proved|proven|deanonymi[sz]ed|recovered|reversed|attributed)\b/i,
    'the bound on the odds',
  ],
  [/\buntraceable\b|\bunlinkable\b|\bprovably (secure|anonymous)\b/i, 'the bound on the odds'],
  [
    /\b(completely|fully|totally|perfectly|absolutely|truly|100 ?%) (private|safe|secure|protected|confidential)\b/i,
    'the bound on the odds',
  ],
  [
    /\breports? (proves?|reveals?|says?|tells?) nothing (about|of) (you|a visitor|the visitor|anyone)\b/i,
    'the bound on the odds',
  ],
  [/\breport proves nothing\b|\bpinned on you\b/i, 'no report rules out an answer'],
  [/\bwithout learning (what|anything|who)\b/i, 'without collecting what any one person did'],
  [
    /\bneither\b[^.]{0,60}\bnor\b[^.]{0,40}\bleaves? (it|the (device|page|browser))\b/i,
    'only the randomised report leaves it',
  ],
  [/\b(features|wishes|clicks|interests) never leave\b/i, 'only the randomised report leaves it'],
  [
    /\banonym(ous|ously|ised|ized|ise|ize|ity)\b/i,
    'ε-local differential privacy',
    /\bWe do not use the word\b|\bnever says\b|\bIs it anonymous\?|\bAnonymous authors\b|\bunder review\b/,
  ],
];

const SENTENCE_END =
  /(?<=[.!?:][)”"'*_`]*)\s+(?=[^a-zά-ώ\s])|\n\s*\n|\n(?=[#|>-] ?)|<\/(?:p|li|h\d|title|div|td|th)>|\s\|\s/;

/** Tags, quotes of Markdown and breaks of lines part no sentence. */
const plain = (text) =>
  text
    .replaceAll(/<\/?(a|b|i|em|strong|code|span|sub|sup|kbd|br|small|mark)\b[^<>]*>/g, '')
    .replaceAll(/\{' '\}/g, ' ')
    .replaceAll(/^\s*(>|\*|\/\/\/?|#)(?= )/gm, '');

/**
 * @param {string} text of a page, a document or a source
 * @returns {{sentence: string, better: string}[]} what is claimed without its condition
 */
export function findClaims(text) {
  return plain(text)
    .split(SENTENCE_END)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .flatMap((sentence) =>
      CLAIMS.filter(([claim, , unless]) => claim.test(sentence) && !unless?.test(sentence)).map(
        ([, better]) => ({ sentence, better }),
      ),
    );
}
