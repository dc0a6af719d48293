import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, makeMachine, makePatient, running, usePortalHere } from '../harness.ts';
import { findSession } from '../../src/sign-in/session-read.ts';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { lists } from '../../src/lists.ts';
import { datatable } from '../../src/rest/datatable.ts';
import { connection } from '../../src/shared/connection.ts';
import { Context } from '../../src/shared/context.ts';
import { escapeLike } from '../../src/shared/list-text.ts';
import { countMatching } from '../../src/shared/list-count.ts';
import { cursorOf, foundIn, ListRead, whereOf, type AnyList } from '../../src/shared/list.ts';
import { plainText } from '../../src/shared/text.rules.ts';

usePortalHere();

const registered = Object.entries(lists);
/** A list that is only read as a part, and the part. */
const PARTS: Record<string, string> = {
  sessions: 'machine_id = 1',
  patientMigrationRows: 'migration_id = 1',
  usageDateChanges: 'machine_id = 1',
  logins: 'user_id = 1',
  userChanges: 'user_id = 1',
  patientNotes: 'patient_id = 1',
  nights: 'patient_id is not null and state = 1 and not overruled',
  settingsChanges: 'is_edit',
};
/** A formula is computed for each row: a list that is ordered by it has at most 50,000 rows (list-count.ts). */
const isComputed = (definition: AnyList<object>, property: string): boolean =>
  Boolean(
    (
      running().app.db.pools.org.getMetadata().get(foundIn(definition)).properties as Record<
        string,
        { formula?: unknown }
      >
    )[property]!.formula,
  );
const sorts = registered.flatMap(([name, definition]) =>
  [...new Set(Object.values(definition.columns).flatMap(({ sortBy }) => sortBy ?? []))].map(
    (sortBy) => [name, sortBy, definition] as const,
  ),
);

let orgId: number;
beforeAll(async () => {
  ({ orgId } = await asViewer());
  await makePatient(orgId);
  await makeMachine(orgId);
});

describe.each(sorts)('%s by %s', (name, property, definition) => {
  test('has no finer times than a cursor: with microseconds a row is read twice, or never', async () => {
    if (isComputed(definition, property)) return;
    const { tableName, properties } = running().app.db.pools.org.getMetadata().get(foundIn(definition));
    const { fieldNames } = properties[property as never] as { fieldNames: string[] };
    const { rows } = await admin.query<{ precision: number }>(
      "select datetime_precision as precision from information_schema.columns where table_name = $1 and column_name = $2 and data_type like 'timestamp%'",
      [tableName, fieldNames[0]],
    );
    // The node writes the times of sessions, in milliseconds.
    if (name !== 'sessions') for (const { precision } of rows) expect(precision).toBe(3);
  });

  test.each(['asc', 'desc'])('%s is read from an index, under row-level security too', async (direction) => {
    if (isComputed(definition, property)) return;
    const meta = running().app.db.pools.org.getMetadata().get(foundIn(definition));
    const [id] = meta.getPrimaryProps()[0]!.fieldNames;
    const { fieldNames, nullable } = meta.properties[property as never] as { fieldNames: string[]; nullable?: boolean };
    const nulls = nullable ? (direction === 'asc' ? 'nulls first' : 'nulls last') : '';
    const order =
      property === 'id' ? `${id} ${direction}` : `${fieldNames[0]} ${direction} ${nulls}, ${id} ${direction}`;
    await admin.query('begin');
    try {
      await admin.query(
        // Suppressed addresses and migrations are read by support staff alone.
        `set local role ${['suppressedEmails', 'patientMigrationRows'].includes(name) ? 'airlog_support' : 'airlog_org'}; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off`,
      );
      await admin.query("select set_config('app.org_id', $1, true)", [String(orgId)]);
      const { rows } = await admin.query<{ 'QUERY PLAN': string }>(
        `explain select ${id} from ${meta.tableName} where ${PARTS[name] ?? 'true'} order by ${order} limit 50`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/-> +Sort/); // an incremental sort behind an index reads a page's rows only
      expect(plan).toContain('Index');
    } finally {
      await admin.query('rollback');
    }
  });
});

test.each(sorts)('%s by %s: a cursor has no value that can be read', async (_name, property, definition) => {
  const ctx = await contextOfViewer();
  const orderBy = Object.entries(definition.columns).find(([, { sortBy }]) => sortBy === property)![0];
  const row = { id: 12, [property]: 'agarwal, denise' };
  const cursor = await ctx.run('read', async () => cursorOf(new ListRead(ctx, definition, { orderBy }), row));
  for (const encoding of ['latin1', 'base64url', 'hex'] as const)
    expect(Buffer.from(cursor, encoding).toString('latin1')).not.toMatch(/agarwal|denise|12\]/);
});

test('text is searched without case and accents, in the rows and in the search', async () => {
  for (const text of ['Álvarez', 'ÑANDÚ', 'Müller', 'François', "O'Neil", 'plain']) {
    const { rows } = await admin.query<{ plain: string }>('select plain_text($1) as plain', [text]);
    expect(rows[0]!.plain).toBe(plainText(text));
  }
});

/** Not of the activity log, which compares the names of operations itself (activity.test.ts). */
const matched = registered.filter(([name]) => name !== 'activity');
test.each(matched)('%s: % and _ are letters to the person who searches', (_name, definition) => {
  const found = running()
    .app.db.pools.org.em.fork()
    .createQueryBuilder(foundIn(definition))
    .where(definition.search('50%_', { locale: 'en' } as never) as never);
  expect(found.getFormattedQuery()).toContain('%50\\\\%\\\\_%');
});

/** A context of a new viewer, whose organization is in New York. */
async function contextOfViewer(): Promise<Context> {
  const session = await findSession(running().app, hashSessionId((await asViewer()).sessionId!));
  return new Context(running().app, { sessionHash: null } as never, session!.viewer, 'en');
}

const dated = registered.flatMap(([name, definition]) =>
  Object.entries(definition.columns).flatMap(([field, { type, isFilter }]) =>
    type === 'date' && isFilter !== false ? [[name, field, definition] as const] : [],
  ),
);
/** Dates that are computed from another date, and are no times. */
const DAYS = ['period_end'];
test.each(dated)(
  '%s: a date that filters %s means a whole day of the organization when the list shows a time',
  async (_name, field, definition) => {
    const ctx = await contextOfViewer();
    const meta = running().app.db.pools.org.getMetadata().get(foundIn(definition));
    const { property, rowsWhere } = definition.columns[field]!;
    const [column] = (meta.properties[property as never] as { fieldNames: string[] }).fieldNames;
    const { rows } = await admin.query<{ data_type: string }>(
      'select data_type from information_schema.columns where table_name = $1 and column_name = $2',
      [meta.tableName, column],
    );
    const isTime =
      rows[0]!.data_type === 'timestamp with time zone' || (rowsWhere !== undefined && !DAYS.includes(field));
    const found = await ctx.run('read', async () => {
      const where = await whereOf(ctx, definition, { filters: [{ field, condition: 'equal', value: '2026-05-01' }] });
      return ctx.em
        .createQueryBuilder(foundIn(definition))
        .where(where as never)
        .getFormattedQuery();
    });
    expect(found).toContain('2026-05-01');
    expect(/at time zone 'America\/New_York'/.test(found)).toBe(isTime);
  },
);

test('a list that is not registered is not served, neither by GraphQL nor by REST nor as a count', async () => {
  const ctx = await contextOfViewer();
  const copy = { ...lists.machines! };
  const served = (list: typeof copy) =>
    ctx.run('read', () =>
      Promise.allSettled([
        connection(ctx, list, {}),
        connection(ctx, { list, within: { id: 1 } }, {}),
        datatable(ctx, { query: {}, origin: 'http://localhost' } as never, '/api/machines/datatable', list, []),
        Promise.resolve().then(() => countMatching(new ListRead(ctx, list, {}))),
      ]),
    );
  const refused = { status: 'rejected', reason: new Error('A list of Machine is not registered in lists.ts.') };
  expect(await served(copy)).toEqual([refused, refused, refused, refused]);
  expect((await served(lists.machines!)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
});

test('wildcards of LIKE are escaped', () => {
  expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\');
});
