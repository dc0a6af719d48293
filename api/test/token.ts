import { createHash } from 'node:crypto';
import { SCOPES } from '../src/auth/scopes.ts';
import { newSecret } from '../src/auth/secret.ts';
import { admin, Client, type TestViewer } from './harness.ts';

/** A client that proves its user with a token, and has no cookies. */
export class TokenClient extends Client {
  constructor(
    readonly secret: string,
    readonly tokenId = 0,
  ) {
    super(null);
  }

  override get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.secret}`, accept: 'application/json' };
  }
}

/** The key of a token's points in attempt_counters. */
export const pointsOf = ({ tokenId }: TokenClient): string => `points:token:${tokenId}`;

/** As if a token had spent points, at least 1. None comes back before an hour, however slow the test is. */
export async function holdPoints(token: TokenClient, spent: number): Promise<void> {
  await admin.query(
    `insert into attempt_counters (key, attempts, window_started_at) values ($1, $2, now() + interval '1 hour')
     on conflict (key) do update set attempts = excluded.attempts, window_started_at = excluded.window_started_at`,
    [pointsOf(token), spent],
  );
}

/** Returns a client with a personal access token of a user. */
export async function asToken(
  { orgId, userId }: Pick<TestViewer, 'orgId' | 'userId'>,
  scopes: readonly string[] = SCOPES,
): Promise<TokenClient> {
  const secret = newSecret('token');
  const { rows } = await admin.query<{ id: number }>(
    `insert into personal_access_tokens (org_id, user_id, created_by_id, name, digest, last_four, scopes, expires_at)
     values ($1, $2, $2, 'test', $3, $4, $5, now() + interval '1 day') returning id`,
    [orgId, userId, createHash('sha256').update(secret).digest(), secret.slice(-4), scopes],
  );
  return new TokenClient(secret, rows[0]!.id);
}
