// What a page says to the harness. Nothing here depends on the library.
export const visitNumber = () => Number(new URLSearchParams(location.search).get('visit'));

export function note(kind, more = {}) {
  navigator.sendBeacon('/note', JSON.stringify({ visit: visitNumber(), kind, ...more }));
}

addEventListener('error', ({ message }) => note('complaint', { text: `error: ${message}` }));
addEventListener('unhandledrejection', ({ reason }) =>
  note('complaint', { text: `rejection: ${reason}` }),
);
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  note('complaint', { text: `policy: ${effectiveDirective} ${blockedURI}` }),
);
for (const level of ['warn', 'error']) {
  const write = console[level];
  console[level] = (...words) => {
    note('complaint', { text: `console.${level}: ${words.join(' ')}` });
    write.apply(console, words);
  };
}
