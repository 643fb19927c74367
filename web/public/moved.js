// Leads from an address of an earlier version to the new one, and keeps what followed `?` and `#`.
(() => {
  const { href } = document.querySelector('link[rel=canonical]');
  location.replace(href + location.search + location.hash);
})();
