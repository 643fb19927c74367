// What the site no longer says, each with what it says instead: `npm run words` looks for it.

/**
 * Looked for in the pages and in their sources, with any white space for a space.
 * @type {readonly (readonly [RegExp, string])[]}
 */
export const OLD_PHRASES = [
  [/\bdeal a card\b/i, 'Would you go? Tap yes or no.'],
  [/\byour side of the wall\b/i, 'Your browser randomises the answer before sending it.'],
  [/\bscrambled report\b/i, 'randomised report'],
  [/\btell your boss\b/i, 'Who else sends this report'],
  [/\bpinned on you\b/i, 'Who else sends this report'],
  [/\bsince you came\b/i, 'Since you arrived: 1 report from you, 70 simulated'],
  [/\bthe same for all\b/i, 'identical for everyone'],
  [/\bmade out for silence\b/i, 'Ready to send as “no answer”.'],
  [/\bleaves in [\d$]/i, 'Sends in 5 s.'],
  [/\byour answer replaces it\b/i, 'Answer to replace it.'],
  [/\bcould it tell what you did\b/i, 'Can the server tell?'],
  [
    /\bits best guess is right \S+ times\b/i,
    'from even odds its best guess is right at most 73.2% of the time',
  ],
  [/\b(times )?in (100|a hundred)\b(?!,\d)/i, 'percent'],
  [/\bonly this demo knows\b/i, 'Behind the scenes: only a simulation can know the true answer'],
  [/\bdraw this in real life\b/i, 'only a simulation can know the true answer'],
  [/\bat random, for ever\b/i, 'Random choice'],
  [/\bthrough the coin\b/i, 'Private'],
  [/\breading every answer\b/i, 'Not private'],
  [/\ba hundred times the people\b/i, 'With 100 times as many people'],
  [/\ba tenth of the miss\b/i, 'the error is ten times smaller'],
  [/\bthe way out is a bigger crowd\b/i, 'Stronger privacy needs more people.'],
  [/\bweaker coin\b/i, 'Stronger privacy needs more people.'],
  [/\bwhoever asked for less\b/i, 'People who chose weaker privacy'],
  [/\bnobody said so\b/i, 'were never told'],
  [/\ba choice made for you, that\b/i, 'Personal recommendations the server never sees'],
  [/\bnobody else gets to know\b/i, 'the server never sees'],
  [/\bleaves through a coin\b/i, 'One answer, picked in advance, is randomised and sent.'],
  [/\bsettled before you saw\b/i, 'picked in advance'],
  [/\bSeal: /, 'Send: none of these'],
  [/\bholds at every time\b/i, 'interval that stays valid however often you look'],
  [/\bto what end\b/i, 'Goal'],
  [/\blose little while\b/i, 'Keep optimising'],
  [/\blet forty people come\b/i, 'Simulate 2,000 visitors'],
  [/\ba word to your visitors\b/i, 'Privacy notice'],
  [/\bhas a law of its own\b/i, 'each arm has its own distribution'],
  [/\bregret too\b/i, 'Log scale for regret'],
  [/\bso many rounds late\b/i, 'Reports arrive up to this many rounds late.'],
  [/\bthen who trusts the server\b/i, 'then the trusted-server methods'],
  [/\bLDP-LinUCB loses far more\b/i, 'LDP-LinUCB is far behind'],
  [/\bso many\b/i, 'the number'],
  [/\bstands in\b/i, 'replaces, or: is in'],
  [/\bnever knows what\b/i, 'cannot be sure what you said'],
  [/\bguesses your answer right\b/i, 'someone who gave your answer even odds is right at most'],
  [
    /\ba guess is right\b/i,
    'A report changes anyone’s odds of guessing your answer by at most 2.72 times.',
  ],
  [
    /\ba guess between two answers\b/i,
    'A report changes anyone’s odds of guessing your answer by at most',
  ],
  [
    /\bbest guess of a yes or no\b/i,
    'A report changes anyone’s odds of guessing your answer by at most',
  ],
  [/\bpractically always\b/i, 'odds change by at most e^240 times'],
  [/\breport proves nothing\b/i, 'no report rules out an answer'],
  [/\bwithout learning what any\b/i, 'without collecting what any one person did'],
];

/**
 * Words that have another name here. Looked for in the pages only: in the sources they are names of classes and ids.
 * @type {readonly (readonly [RegExp, string])[]}
 */
export const OLD_WORDS = [
  [/\bpackets?\b/i, 'report'],
  [/\bslates?\b/i, 'set'],
];
