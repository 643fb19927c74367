/**
 * The Content-Security-Policy that everything on the site runs under: as a header where this project
 * serves it, as a <meta> for static hosts that send none.
 */
import type { Plugin } from 'vite';

export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

export const securityHeaders = {
  // A <meta> cannot forbid framing, a header can.
  'content-security-policy': [...POLICY, "frame-ancestors 'none'"].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

export function securityPolicy(): Plugin {
  return {
    name: 'ldp-security-policy',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace(
          '<!--csp-->',
          `<meta http-equiv="content-security-policy" content="${POLICY.join('; ')}">`,
        ),
    },
  };
}
