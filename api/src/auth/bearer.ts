import type { IncomingHttpHeaders } from 'node:http';
import { asAuthOnce, writeAsAuthOnce } from '../db/principal.ts';
import { NOW } from '../db/write.ts';
import type { Config } from '../shared/config.ts';
import type { App } from '../shared/context.ts';
import { readSessionId } from './cookies.ts';
import { isScope } from './scopes.ts';
import { digestOf, kindOfSecret } from './secret.ts';
import { hashSessionId, VIEWER_FACTS } from '../sign-in/session-read.ts';
import { LIVING_KEYS, LIVING_TOKENS } from './token-read.ts';
import { Viewer, type Actor, type ViewerFacts } from './viewer.ts';

/** What a request proves its user with. */
export interface Proof {
  kind: 'session' | 'bearer';
  /** SHA-256 of the session's id or of the token; null for a token that cannot be ours. */
  hash: Buffer | null;
}

/**
 * Returns what the headers prove a user with, without reading a row; null without proof. A request with a session's
 * cookie and a token counts as one with the cookie, and needs its CSRF token. A token is read in the Authorization header
 * alone, never in an address (K-8).
 */
export function proofOf(config: Config, { cookie, authorization }: IncomingHttpHeaders): Proof | null {
  const sessionId = readSessionId(config, cookie);
  if (sessionId) return { kind: 'session', hash: hashSessionId(sessionId) };
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return /^Bearer\b/i.test(authorization ?? '') ? { kind: 'bearer', hash: null } : null;
  const kind = kindOfSecret(token);
  return { kind: 'bearer', hash: kind === 'token' || kind === 'access' ? digestOf(token) : null };
}

type Row = Omit<ViewerFacts, 'token'> & {
  actor: Exclude<Actor, 'session'>;
  id: number;
  scopes: string[];
  isUnused: boolean;
};

const TOKEN = `
  select c.actor, c.id, c.scopes, (c.last_used_at is null or c.last_used_at < now() - interval '1 minute') as "isUnused", ${VIEWER_FACTS}
    from (${LIVING_TOKENS}) c join users u on u.id = c.user_id join organizations o on o.id = u.org_id
    join organization_types t on t.id = o.type_id where c.digest = ?`;

const TABLES = { token: 'personal_access_tokens', 'api-key': 'api_keys' } as const;

/**
 * Returns the user that a token acts for, with those of their permissions that are among its scopes; null when it is
 * unknown, expired or revoked, or its user or organization is not active. Records the use at most once a minute.
 */
export async function findTokenViewer(app: App, digest: Buffer): Promise<Viewer | null> {
  const [row] = await asAuthOnce<Row>(app.db, TOKEN, [digest]);
  app.admission.know(digest, row?.userId ?? null);
  if (!row) return null;
  const { actor, id, scopes, isUnused, ...facts } = row;
  if (isUnused)
    await writeAsAuthOnce(app.db).updateTable(TABLES[actor]).set({ last_used_at: NOW }).where('id', '=', id).execute();
  const permissions = facts.permissions.filter((name) => scopes.includes(name) && isScope(name));
  return new Viewer({ ...facts, permissions, token: { actor, id, scopes: scopes.filter(isScope) } });
}

/** The key by which a request started what goes on after it. */
export interface StartedBy {
  actor: Exclude<Actor, 'session'>;
  id: number;
  /** Those that the request had. */
  scopes: readonly string[];
  at: Date;
}

const KEY = `
  select c.scopes, ${VIEWER_FACTS} from (${LIVING_KEYS}) c join users u on u.id = c.user_id join organizations o on o.id = u.org_id
    join organization_types t on t.id = o.type_id where c.actor = ? and c.id = ?`;

/**
 * Returns the user of a token or an API key that started a job, with their rights of now and those scopes that the request
 * had and the key still has; null when the key has ended, or its user or organization is not active.
 */
export async function findKeyViewer(app: App, { actor, id, scopes, at }: StartedBy): Promise<Viewer | null> {
  const [row] = await asAuthOnce<Omit<ViewerFacts, 'token'> & { scopes: string[] }>(app.db, KEY, [at, actor, id]);
  if (!row) return null;
  const { scopes: own, ...facts } = row;
  const left = scopes.filter((name) => own.includes(name)).filter(isScope);
  const permissions = facts.permissions.filter((name) => (left as string[]).includes(name));
  return new Viewer({ ...facts, permissions, token: { actor, id, scopes: left } });
}
