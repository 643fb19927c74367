// Before the first paint; a classic script, so that it runs on file:// too.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('ldp-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {} // no storage
  root.classList.add('script');
  if (location.protocol === 'file:') root.classList.add('from-file');
})();
