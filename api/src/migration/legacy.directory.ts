import type { Context } from '../shared/context.ts';
import { embeddedDirectory } from './legacy.embedded.ts';
import { httpDirectory } from './legacy.http.ts';
import type { LegacyDirectory } from './legacy.ts';

/** Returns the legacy system: the one at LEGACY_URL, or the directory in the database. Its failures are logged. */
export function legacyOf({ app, request }: Context): LegacyDirectory {
  const { config, db, log } = app;
  if (!config.legacyUrl) return embeddedDirectory(db);
  return httpDirectory(config.legacyUrl, (problem, error) =>
    log.warn({ err: (error as Error).message, problem, requestId: request.id }, 'the legacy system did not answer'),
  );
}
