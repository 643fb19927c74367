/** What is used of `@hono/node-server`, without the types of Node, which the declarations of the package do not need. */
export function getRequestListener(
  fetch: (request: Request) => Promise<Response>,
  options: { readonly overrideGlobalObjects: boolean },
): (request: object, response: object) => Promise<void>;
