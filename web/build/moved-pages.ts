/** At each address of an earlier version: a page that leads to the new one, with what followed `?` and `#`. */

import type { Plugin } from 'vite';

const MOVED = {
  personal: 'demos/personal/',
  slate: 'demos/several/',
  ab: 'demos/ab/',
  tune: 'demos/sliders/',
  play: 'playground/',
  lab: 'playground/papers/',
  embed: 'start/',
} as const;

export function movedPages(): Plugin {
  return {
    name: 'ldp-moved-pages',
    apply: 'build',
    generateBundle() {
      for (const [from, to] of Object.entries(MOVED)) {
        this.emitFile({
          type: 'asset',
          fileName: `${from}/index.html`,
          source: leadTo(`../${to}`),
        });
      }
    },
  };
}

/** The script keeps query and fragment; the `refresh` is for browsers without script. */
const leadTo = (to: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This page has moved · ldp-bandits</title>
<link rel="canonical" href="${to}">
<script src="../moved.js"></script>
<noscript><meta http-equiv="refresh" content="0; url=${to}"></noscript>
</head>
<body><p>This page has moved to <a href="${to}">its new address</a>.</p></body>
</html>
`;
