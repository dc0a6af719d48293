import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/**
 * Serves /metrics on a port of its own, which is for Prometheus alone: no proxy leads users to it. A collection that fails,
 * as while the database is away, is answered with 500.
 */
export async function serveMetrics(
  { registry }: Metrics,
  port: number,
  log: Logger,
): Promise<{ port: number; close(): Promise<void> }> {
  const http = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  http.listen(port);
  await once(http, 'listening');
  return {
    port: (http.address() as AddressInfo).port,
    close: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
