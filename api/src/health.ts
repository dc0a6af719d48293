import { Router } from 'express';
import { withPrincipal } from './db/principal.ts';
import type { App } from './shared/context.ts';
import { release } from './version.ts';

/** Fails on a standby as a write does, so that the node leaves it. */
const IS_PRIMARY = 'do $$ begin if pg_is_in_recovery() then raise read_only_sql_transaction; end if; end $$';

/**
 * /healthz: the process answers. /readyz: it can write to its database, whose migrations ran before the server opened, the
 * disk is not full, and the node is not about to end. /version: what it runs.
 */
export function health(app: App): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/version', (_request, response) => void response.json(release));
  router.get('/readyz', async (_request, response) => {
    const writable = await withPrincipal(app.db, { kind: 'auth' }, 'write', (em) => em.execute(IS_PRIMARY)).then(
      () => true,
      () => false,
    );
    const ready = writable && app.availability.accepting;
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable' });
  });
  return router;
}
