import { admin } from './harness.ts';

/** The time of the database, before an act that `happened` dates. */
export const timeOfDatabase = async (): Promise<string> =>
  (await admin.query<{ time: string }>('select clock_timestamp()::text as time')).rows[0]!.time;

/** Dates everything that was recorded since a time (of `timeOfDatabase`) as if it had happened from another time on. */
export async function happened(since: string, at: string): Promise<void> {
  const moved = (value: string) =>
    `case when ${value} >= '${since}' then ${value} - ('${since}'::timestamptz - '${at}'::timestamptz) else ${value} end`;
  await admin.query(`
    update usage_night_versions set since = ${moved('since')}, until = ${moved('until')} where until >= '${since}';
    update night_voids set created_at = ${moved('created_at')}, given_back_at = ${moved('given_back_at')} where created_at >= '${since}' or given_back_at >= '${since}';
    update usage_date_changes set created_at = ${moved('created_at')} where created_at >= '${since}'`);
  for (const table of ['assignment_versions', 'therapy_start_versions']) {
    const { rows } = await admin.query<{ id: string }>(
      `select id from ${table} where lower(known) >= '${since}' or upper(known) >= '${since}' order by lower(known) nulls first, id`,
    );
    // One by one, in their order: no two versions hold at once.
    for (const { id } of rows)
      await admin.query(
        `update ${table} set known = tstzrange(${moved('lower(known)')}, ${moved('upper(known)')}, '(]') where id = $1`,
        [id],
      );
  }
}
