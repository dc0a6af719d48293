import type { ProxyOptions } from 'vite';

/** What the server answers to a GET. Any other path of a GET is a file of Vite or a page of the client. */
const READ = [
  'api',
  'graphql',
  'broadcasting',
  'oauth',
  'device',
  'developers',
  '\\.well-known',
  'openapi\\.json',
  'schema\\.graphql',
  'csrf-token',
  'healthz',
  'readyz',
  'version',
  'robots\\.txt',
  'dev/outbox',
  'docs',
  'fhir',
  'verify/offline\\.html',
  'verify/airlog-verify\\.mjs',
];

/** Those of the Pusher protocol; those of GraphQL have its path. */
const SOCKETS = 'app/[^/]+';

/**
 * Returns the proxy of the development server: what it forwards to the portal at `port`. Every POST, PATCH and DELETE is the
 * server's, also that of a path that is a page of the client in a GET (/login, /reset-password).
 */
export function serverPaths(port: number | string): Record<string, ProxyOptions> {
  const target = `http://localhost:${port}`;
  return {
    [`^/(${READ.join('|')}|${SOCKETS})(/|\\?|$)`]: { target, ws: true },
    '^/': { target, bypass: ({ method, url }) => (method === 'GET' || method === 'HEAD' ? url : undefined) },
  };
}
