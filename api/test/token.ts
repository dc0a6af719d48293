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
