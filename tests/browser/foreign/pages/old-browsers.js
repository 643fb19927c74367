// Takes away what a browser of some years ago did not have: `?without=` names it, such as `AbortSignal.any`.
const missing = (new URLSearchParams(location.search).get('without') ?? '').split(',');
for (const path of missing.filter(Boolean)) {
  const names = path.split('.');
  const last = names.pop();
  const owner = names.reduce((object, name) => object?.[name], globalThis);
  if (!owner) continue;
  const isGone = Reflect.deleteProperty(owner, last);
  if (!isGone) owner[last] = undefined;
}
