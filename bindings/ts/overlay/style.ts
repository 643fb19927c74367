// Nothing moves, and text has a contrast of 7 at least in both schemes.

export const STYLE = `
:host { position: fixed; inset: auto 8px 8px auto; z-index: 2147483647; }
details {
  max-width: min(560px, calc(100vw - 16px));
  border: 1px solid; border-radius: 6px;
  font: 13px/1.5 system-ui, sans-serif;
  color: #1b1b1b; background: #fff;
}
summary { padding: 6px 12px; min-height: 24px; cursor: pointer; font-weight: 600; }
section { max-height: 50vh; overflow: auto; padding: 0 12px 12px; }
table { width: 100%; border-collapse: collapse; margin-bottom: 8px; }
caption { text-align: start; font-weight: 600; }
th, td { text-align: start; padding: 2px 8px 2px 0; overflow-wrap: anywhere; vertical-align: top; }
button { font: inherit; min-height: 28px; color: inherit; background: transparent; border: 1px solid; border-radius: 4px; }
summary:focus-visible, section:focus-visible, button:focus-visible { outline: 3px solid #1f5fbf; outline-offset: -3px; }
@media (prefers-color-scheme: dark) {
  details { color: #f2f2f2; background: #1b1b1b; }
  summary:focus-visible, section:focus-visible, button:focus-visible { outline-color: #8ab8ff; }
}
`;
