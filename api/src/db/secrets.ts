import type pg from 'pg';
import { secretId } from '../shared/cipher.ts';
import type { Config } from '../shared/config.ts';

/** The secrets of a node: of each kind the first, which it uses, and all that it accepts. */
export type Secrets = Pick<Config, 'sessionSecret' | 'sessionSecrets' | 'encryptionKey' | 'encryptionKeys'>;

/** A connection that may read the ids of the secrets. */
export interface Connection {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

type Kind = 'encryption' | 'session';
const VARIABLE: Record<Kind, string> = { encryption: 'ENCRYPTION_KEY', session: 'SESSION_SECRET' };

/** Returns the ids of the secrets that a node uses. */
export const idsInUse = ({ sessionSecret, encryptionKey }: Secrets): Record<Kind, string> => ({
  encryption: secretId(encryptionKey),
  session: secretId(sessionSecret),
});

/** Returns the id of the pair of secrets that a node uses, 8 hexadecimal digits. */
export const generationOf = (secrets: Secrets): string => {
  const { encryption, session } = idsInUse(secrets);
  return secretId(`${encryption} ${session}`);
};

/** Throws when a database was used with a secret that this node does not have. */
export function assertAccepted(used: readonly { kind: Kind; id: string }[], secrets: Secrets): void {
  const accepted = { encryption: secrets.encryptionKeys.map(secretId), session: secrets.sessionSecrets.map(secretId) };
  const missing = used.find(({ kind, id }) => !accepted[kind].includes(id));
  if (missing)
    throw new Error(
      `${VARIABLE[missing.kind]} does not contain the secret ${missing.id}, which this database was used with. ` +
        'Nothing was changed. Give the right one, or both during a rotation: NEW,OLD (docs/operations.md, "Rotating secrets").',
    );
}

/**
 * Throws when the nodes of the database have used a secret that this node does not have: it would not read their values,
 * nor accept their signatures. A database without a known secret is a new one.
 */
export async function assertSecretsKnown(admin: Connection, secrets: Secrets): Promise<void> {
  const { rows: tables } = await admin.query("select from pg_class where oid = to_regclass('public.known_secrets')");
  if (tables.length === 0) return;
  const { rows } = await admin.query<{ kind: Kind; id: string }>(
    'select kind, id from known_secrets order by known_since',
  );
  assertAccepted(rows, secrets);
}

/** Notes the secrets that this node uses, in the transaction that is open. Throws as `assertSecretsKnown`. */
export async function rememberSecrets(admin: pg.ClientBase, secrets: Secrets): Promise<void> {
  await assertSecretsKnown(admin, secrets);
  for (const [kind, id] of Object.entries(idsInUse(secrets)))
    await admin.query('insert into known_secrets (kind, id) values ($1, $2) on conflict do nothing', [kind, id]);
}
