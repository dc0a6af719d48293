import type { Context } from '../shared/context.ts';
import { embeddedDirectory } from './legacy-embedded.ts';
import { httpDirectory } from './legacy-http.ts';
import { LegacyUnavailable, type LegacyDirectory } from './legacy.ts';

/** Questions of a node that hold one of the four connections of the support staff: the others are for other users. */
const MAX_HOLDING = 2;

let holding = 0;

/** Asks without a connection to the database, or, in a transaction that writes, as one of few that hold one. */
const asking = <T>(ctx: Context, ask: () => Promise<T>): Promise<T> =>
  ctx.outside(async (holdsConnection) => {
    if (!holdsConnection) return ask();
    if (holding >= MAX_HOLDING) throw new LegacyUnavailable('busy');
    holding += 1;
    try {
      return await ask();
    } finally {
      holding -= 1;
    }
  });

/**
 * Returns the legacy system: the one at LEGACY_URL, or the directory in the database. Its failures are logged. A question
 * to another system ends the transaction of a read, so ask before rows are read (decisions/092).
 */
export function legacyOf(ctx: Context): LegacyDirectory {
  const { config, db, log } = ctx.app;
  if (!config.legacyUrl) return embeddedDirectory(db);
  const { search, patients } = httpDirectory(config.legacyUrl, (problem, error) =>
    log.warn({ err: (error as Error).message, problem, requestId: ctx.request.id }, 'the legacy system did not answer'),
  );
  return {
    search: (query, by) => asking(ctx, () => search(query, by)),
    patients: (dmeId, query) => asking(ctx, () => patients(dmeId, query)),
  };
}
