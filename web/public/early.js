// Runs before the first paint, and as a classic script also where modules are refused (file://).
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('ldp-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // No storage: follow the system.
  }
  root.classList.add('script');
  if (location.protocol === 'file:') root.classList.add('from-file');
})();
