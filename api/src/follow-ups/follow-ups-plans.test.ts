import { beforeAll, describe, expect, test } from '@jest/globals';
import { admin, asViewer, makeOrganization, running, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { vacuumed } from '../../test/vacuumed.ts';
import { findSession, hashSessionId } from '../sign-in/session-read.ts';
import { rebuildDerived } from '../db/derived.ts';
import { parameterized } from '../db/wire/parameters.ts';
import { Context } from '../shared/context.ts';
import { FOLLOW_UP_REASONS, FOLLOW_UP_STATES } from './follow-ups.rules.ts';
import { countSql, openReasonsSql, pageSql, type FollowUpsAsked, type Statement } from './follow-ups-sources.ts';

// The list among 20,000 patients, of which 5 % are due for each reason: an index serves each part in the order of the list.

usePortalHere();

const PATIENTS = 20_000;
const DUE = PATIENTS / 20;
const PAGE = 51;

let viewer: TestViewer;
let reader: Context;
let other: number;

beforeAll(async () => {
  viewer = await asViewer();
  other = await makeOrganization();
  const { orgId, userId } = viewer;
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into patients (id, org_id, is_rules_active, first_name, last_name, note, therapy_start, visible_org_ids, compliance_met_on, compliance_closes_on,
                          compliance_short_on, compliance_at_risk_on, compliance_cannot_be_met_on, compliance_call_on, compliance_call_until)
      -- As wide as a row of a patient is.
      select 1000000 + n, ${orgId}, true, 'F', 'L', repeat('n', 600), current_date - 60, array[${orgId}], case when n % 10 > 1 then current_date - 10 end, current_date + 30,
             case n % 20 when 0 then current_date - n % 7 when 1 then current_date + 5 when 10 then current_date + 20 end,
             case when n % 10 < 2 then current_date + 20 end, case when n % 10 < 2 then current_date + 1 + n % 60 end,
             case n % 20 when 2 then current_date - n % 5 when 3 then current_date + 9 end, case when n % 20 in (2, 3) then current_date + n % 30 end
        from generate_series(1, ${PATIENTS}) n;
    insert into compliance_results (org_id, patient_id, rule, rule_version, period, computed_at)
      select ${orgId}, 1000000 + n, 'CMS PAP', 1, 90, now() from generate_series(1, ${PATIENTS}) n;
    insert into machines (id, org_id, serial, model_id, visible_org_ids, visible_location_ids)
      select 1000000 + n, ${orgId}, 'Q' || lpad(n::text, 9, '0'), 1, array[${orgId}], '{}' from generate_series(1, ${PATIENTS}) n;
    insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date)
      select 1000000 + n, ${orgId}, 1000000 + n, ${orgId}, 1000000 + n, date '2020-01-01' from generate_series(1, ${PATIENTS}) n;
    insert into modules (org_id, machine_id, serial, last_connected_at)
      select ${orgId}, 1000000 + n, 'M', case when n % 20 = 4 then now() - interval '9 days' - interval '1 minute' * n else now() end from generate_series(1, ${PATIENTS}) n;
    insert into settings_records (org_id, patient_id, history_id, status, values, is_edit, submitted_at, answered_at)
      select ${orgId}, 1000000 + n, 1000000 + n, case when n % 20 = 5 then 'failed' else 'current' end, '{}', n % 20 = 5, now() - interval '9 days',
             now() - interval '8 days' - interval '1 minute' * n from generate_series(1, ${PATIENTS}) n;
    insert into follow_ups (org_id, patient_id, work_org_id, reason, act, hidden_at, hidden_until, outcome, assignee_id, assignee_name, author_org_id, author_id, author_name)
      select ${orgId}, 1000000 + n, ${orgId}, 'silent', case n % 200 when 4 then 'done' when 24 then 'snoozed' else 'assigned' end,
             case when n % 200 in (4, 24) then now() end, case when n % 200 in (4, 24) then current_date + 7 end, case n % 200 when 4 then 'reached' end,
             case when n % 200 = 44 then ${userId} end, case when n % 200 = 44 then 'A' end, ${orgId}, ${userId}, 'A'
        from generate_series(1, ${PATIENTS}) n where n % 200 in (4, 24, 44);
    commit`);
  await rebuildDerived(admin);
  await vacuumed('patients', 'device_states', 'follow_ups', 'compliance_results');
  const session = await findSession(running().app, hashSessionId(viewer.sessionId!));
  reader = new Context(running().app, { sessionHash: null } as never, session!.viewer, 'en');
}, 240_000);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)];
const rowsRead = (plan: Plan): number =>
  partsOf(plan)
    .filter((part) => part['Relation Name'])
    .reduce(
      (sum, part) => sum + (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0)) * part['Actual Loops'],
      0,
    );

/** The plan of a statement with its values, as the library writes them. */
async function explain(
  { sql, values }: Statement,
  org = viewer.orgId,
): Promise<{ read: number; found: number; scanned: string[] }> {
  const platform = running().app.db.pools.org.em.getPlatform();
  try {
    const answers = (await admin.query(`
      begin;
      set local role airlog_org;
      select set_config('app.org_id', '${org}', true), set_config('app.user_id', '${viewer.userId}', true);
      explain (analyze, timing off, buffers off, format json) ${platform.formatQuery(sql, values)}`)) as unknown as {
      rows: { 'QUERY PLAN': [{ Plan: Plan }] }[];
    }[];
    const plan = answers[3]!.rows[0]!['QUERY PLAN'][0].Plan;
    const scanned = partsOf(plan).filter((part) => part['Node Type'] === 'Seq Scan');
    return { read: rowsRead(plan), found: plan['Actual Rows'], scanned: scanned.map((part) => part['Relation Name']!) };
  } finally {
    await admin.query('rollback');
  }
}

const page = (asked: Partial<FollowUpsAsked>): Statement => pageSql(reader, { state: 'open', limit: PAGE, ...asked })!;

describe('among 20,000 patients', () => {
  test('a statement has its values next to its text, and is planned for them', () => {
    const after = { until: '2026-02-03', since: '2026-02-01', patientId: 77, reason: 'icode_call' as const };
    const { sql, values } = page({ after });
    expect(values).toEqual(expect.arrayContaining(['2026-02-03', '2026-02-01', 77, reader.timezone, viewer.orgId]));
    expect(sql).not.toMatch(/2026|America/);
    expect(parameterized(sql, values)).toBeNull();
  });

  test.each([
    ['the first page', {}],
    ['one of a reason', { reasons: ['settings_failed'] as const }],
    ['a page of what is assigned to no one', { assigned: 'no_one' as const }],
    [
      'a page behind a place',
      { after: { until: null, since: '2020-01-01 00:00:00+00', patientId: 1, reason: 'silent' as const } },
    ],
  ])('%s reads few rows besides those it finds', async (_title, asked) => {
    const { read, found, scanned } = await explain(page(asked));
    expect([found, scanned]).toEqual([PAGE, []]);
    expect(read).toBeLessThan(20 * PAGE);
  });

  test.each(FOLLOW_UP_STATES)(
    'a page and the counts of those that are %s read no more than what is due',
    async (state) => {
      for (const sql of [
        page({ state }),
        countSql(reader, { state, reasons: null, assigned: null }, FOLLOW_UP_REASONS, 10_001),
      ]) {
        const { read, scanned } = await explain(sql);
        expect(scanned.filter((table) => table !== 'follow_ups')).toEqual([]);
        expect(read).toBeLessThan(10 * DUE);
      }
    },
  );

  test('what is assigned to a user is read from the acts of that user', async () => {
    const { read, found, scanned } = await explain(page({ assigned: 'me', limit: 1000 }));
    expect([found, scanned.filter((table) => table !== 'follow_ups')]).toEqual([100, []]);
    expect(read).toBeLessThan(10 * DUE);
  });

  test('the reasons of a page of patients are read by their keys', async () => {
    const ids = Array.from({ length: PAGE }, (_, n) => 1_000_000 + n * 20);
    const { read, scanned } = await explain(openReasonsSql(reader, ids));
    expect([read < 20 * PAGE, scanned.filter((table) => table !== 'follow_ups')]).toEqual([true, []]);
  });

  test('an organization without any of them reads no patient of others', async () => {
    const { found, read, scanned } = await explain(page({}), other);
    expect([found, scanned]).toEqual([0, []]);
    expect(read).toBeLessThan(10 * DUE);
  });
});
