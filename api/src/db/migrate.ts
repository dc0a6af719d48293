import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Migration as BaseMigration } from '@mikro-orm/migrations';
import pg from 'pg';
import { installQueue } from '../queue/job-queue.ts';

const FILES = [
  '001-roles',
  '002-permissions',
  '003-organizations',
  '004-users',
  '005-sign-in',
  '006-audit',
  '007-patients',
  '008-machines',
  '009-device-history',
  '010-device-settings',
  '011-usage',
  '012-icode-reports',
  '013-compliance',
  '014-org-messages',
  '015-table-preferences',
];
/** A start may find the machine busy: better late than refused. A database that is not there is told at once all the same. */
const PATIENCE_MS = 20_000;
const LOCK = 4_716_001; // any number, the same on every node

/** One SQL file is one migration. Row-level security, constraints and triggers are SQL, so the files are too. */
function migrationOf(file: string): {
  name: string;
  class: new (...args: ConstructorParameters<typeof BaseMigration>) => Migration;
} {
  const sql = readFileSync(new URL(`./migrations/${file}.sql`, import.meta.url), 'utf8');
  return {
    name: file,
    class: class extends BaseMigration {
      up() {
        this.addSql(sql);
      }
    },
  };
}

/** Brings the database up to date; nodes that start together wait for the first. Returns how many migrations ran. */
export async function migrate(url: string): Promise<number> {
  const guard = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await guard.connect();
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { migrationsList: FILES.map(migrationOf), snapshot: false, tableName: 'migrations' },
    logger: () => undefined,
  });
  try {
    await guard.query('select pg_advisory_lock($1)', [LOCK]);
    return (await orm.migrator.up()).length;
  } finally {
    await orm.close();
    await guard.end(); // frees the lock
  }
}

/** The runtime login of one database: it inherits nothing and takes a role per transaction. Its password is derived, never stored. */
async function ensureLogin(url: string, secret: string): Promise<string> {
  const target = new URL(url);
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ may: boolean; name: string; oid: string }>(
      'select rolsuper or rolcreaterole as may, current_database() as name, (select oid from pg_database where datname = current_database()) from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.may) return url; // provisioned by hand: DATABASE_URL is the runtime login already
    // Role names are cluster-wide and hold 63 bytes; the name follows the database, the password the installation's secret.
    const login = `airlog_login_${createHash('sha256').update(rows[0].name).digest('hex').slice(0, 16)}`;
    const password = createHmac('sha256', secret).update(`database-login:${rows[0].name}`).digest('hex');
    await admin.query('begin');
    await admin.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const exists = await admin.query('select from pg_roles where rolname = $1', [login]);
    await admin.query(
      `${exists.rowCount ? 'alter' : 'create'} role ${login} login noinherit nosuperuser nobypassrls password '${password}'`,
    );
    await admin.query(
      `grant airlog_org, airlog_limited, airlog_support, airlog_auth, airlog_device, airlog_jobs to ${login}`,
    );
    await admin.query('commit');
    target.username = login;
    target.password = password;
    return target.href;
  } finally {
    await admin.end();
  }
}

/** The queue's own tables: its library makes and changes them, in a schema that only its role may use. */
async function ensureQueue(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK]); // nodes that start together wait for the first
    await installQueue(url);
  } finally {
    await admin.end(); // frees the lock
  }
}

/** Migrates and answers the address of the runtime login. `url` is a superuser or the owner, used for this alone. */
export async function prepareDatabase(url: string, secret: string): Promise<{ runtimeUrl: string; applied: number }> {
  const applied = await migrate(url);
  await ensureQueue(url);
  return { runtimeUrl: await ensureLogin(url, secret), applied };
}
