const perVisitor = { headers: { 'cache-control': 'private, no-store' } }; // every visitor gets a pick of their own

export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  telemetry: false,
  routeRules: { '/': perVisitor, '/api/headlines': perVisitor },
});
