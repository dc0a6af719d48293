import { Router } from 'express';
import { withPrincipal } from './db/principal.ts';
import type { App } from './shared/context.ts';

/** /healthz: the process answers. /readyz: it can reach its database, whose migrations ran before the server opened. */
export function health(app: App): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const ready = await withPrincipal(app.db, { kind: 'auth' }, 'read', (em) => em.execute('select 1')).then(
      () => true,
      () => false,
    );
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable' });
  });
  return router;
}
