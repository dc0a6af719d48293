import { Router } from 'express';
import { withPrincipal } from './db/principal.ts';
import type { App } from './shared/context.ts';

/**
 * /healthz: the process answers. /readyz: it can reach its database, whose migrations ran before the server opened, the
 * disk is not full, and the node is not about to end.
 */
export function health(app: App): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const reachable = await withPrincipal(app.db, { kind: 'auth' }, 'read', (em) => em.execute('select 1')).then(
      () => true,
      () => false,
    );
    const ready = reachable && app.availability.accepting;
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable' });
  });
  return router;
}
