import Fastify from 'fastify';
import { toNodeHandler } from 'ldp-bandits/node';
import { collector } from '../collector.js';

const app = Fastify();
const handler = toNodeHandler(collector);
app.register(async (scope) => {
  // Fastify would read the body before the route runs. This holds for the routes of this scope only.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/collector/*', (request, reply) => {
    reply.hijack();
    handler(request.raw, reply.raw);
  });
});

await app.listen({ port: Number(process.env.PORT ?? 8787), host: '127.0.0.1' });
