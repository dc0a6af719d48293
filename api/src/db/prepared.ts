import type pg from 'pg';
import { areOutdated, readFunctions, STATE } from './functions.ts';
import { laterVersion, type Later } from './later.ts';
import { loginUrls, type LoginUrls } from './logins.ts';
import { PrimaryClient } from './primary.ts';
import { FUNCTIONS, isSquashed, MIGRATIONS, pendingMigrations, readMigrations, type Applied } from './migrations.ts';
import { assertSecretsKnown, type Secrets } from './secrets.ts';

const COMMAND =
  'Run `npm run migrate` once with the address of its owner, a superuser or a login with CREATEROLE, and with the secrets of the nodes ' +
  '(docs/operations.md, "The owner of the database").';

/** PostgreSQL: the password is wrong or the role does not exist, the role may not log in, a table may not be read. */
const UNPREPARED = ['28P01', '28000', '42501'];

/** What a node needs of its database. */
export interface Prepared {
  logins: LoginUrls;
  /** The number of migrations that ran. */
  applied: number;
  /** The later version that the database has; null when it has that of this node. */
  later: Later | null;
}

/** Returns the later version that the database has, if any. Throws when it has an earlier one, or one that refuses this one. */
async function assertUpToDate(client: pg.ClientBase): Promise<Later | null> {
  const { rows } = await client.query<Applied>('select name, checksum from migrations order by name collate "C"');
  const [migrations, functions] = [readMigrations(MIGRATIONS), readFunctions(FUNCTIONS)];
  const later = laterVersion(rows, functions, migrations);
  if (later) return later;
  const applied = rows.filter(({ name }) => name !== STATE);
  const pending = isSquashed(applied) || pendingMigrations(migrations, applied).length > 0;
  if (pending || areOutdated(rows, functions))
    throw new Error(`The database is of an earlier version of the portal. ${COMMAND}`);
  return null;
}

/**
 * Returns the addresses of the logins that were made with these secrets, for a node that changes nothing: its DATABASE_URL
 * owns nothing, or the database is of a later version. Throws, with what to do, when the database was not prepared for this version and these secrets.
 */
export async function preparedLogins(url: string, database: string, secrets: Secrets): Promise<Prepared> {
  const logins = loginUrls(url, database, secrets);
  const client = new PrimaryClient({ connectionString: logins.auth, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
    await assertSecretsKnown(client, secrets);
    return { logins, applied: 0, later: await assertUpToDate(client) };
  } catch (error) {
    if (!UNPREPARED.includes((error as { code?: string }).code ?? '')) throw error;
    throw new Error(
      `This node changes nothing, and the database was not prepared for this version and these secrets. ${COMMAND}`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
