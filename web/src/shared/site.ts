/** The site's root, from `<html data-root>`: it may live below any path of any origin. */
export function siteRoot(): URL {
  return new URL(document.documentElement.dataset['root'] ?? './', location.href);
}
