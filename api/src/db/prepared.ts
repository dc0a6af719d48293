import pg from 'pg';
import { areOutdated, readFunctions, STATE } from './functions.ts';
import { loginUrls, type LoginUrls } from './logins.ts';
import { FUNCTIONS, isSquashed, MIGRATIONS, pendingMigrations, readMigrations, type Applied } from './migrations.ts';
import { assertSecretsKnown, type Secrets } from './secrets.ts';

const COMMAND =
  'Run `npm run migrate` once with the address of its owner, a superuser or a login with CREATEROLE, and with the secrets of the nodes ' +
  '(docs/operations.md, "The owner of the database").';

/** PostgreSQL: the password is wrong or the role does not exist, the role may not log in, a table may not be read. */
const UNPREPARED = ['28P01', '28000', '42501'];

/** Throws when the files of this version are not what the database has. */
async function assertUpToDate(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Applied>('select name, checksum from migrations order by name collate "C"');
  const outdated = areOutdated(rows, readFunctions(FUNCTIONS));
  const applied = rows.filter(({ name }) => name !== STATE);
  const pending = isSquashed(applied) || pendingMigrations(readMigrations(MIGRATIONS), applied).length > 0;
  if (pending || outdated) throw new Error(`The database is of an earlier version of the portal. ${COMMAND}`);
}

/**
 * Returns the addresses of the logins that `npm run migrate` made with these secrets, for a node whose DATABASE_URL owns
 * nothing. Throws, with what to do, when the database was not prepared for this version and these secrets.
 */
export async function preparedLogins(url: string, database: string, secrets: Secrets): Promise<LoginUrls> {
  const logins = loginUrls(url, database, secrets);
  const client = new pg.Client({ connectionString: logins.auth, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
    await assertSecretsKnown(client, secrets);
    await assertUpToDate(client);
    return logins;
  } catch (error) {
    if (!UNPREPARED.includes((error as { code?: string }).code ?? '')) throw error;
    throw new Error(
      `The login of DATABASE_URL may not create roles, and the database was not prepared for this version and these secrets. ${COMMAND}`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}
