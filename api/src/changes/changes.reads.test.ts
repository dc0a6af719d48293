import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  superuserUrl,
  usePortalHere,
  type Ref,
} from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { settled } from '../../test/settled.ts';
import { takeJobsByHand } from '../../test/taken-jobs.ts';
import { withPrincipal } from '../db/principal.ts';
import { changesAfter, ChangesExpired, NoPosition, type ChangesRead } from './changes.reads.ts';

usePortalHere();

const LIMIT = 1000;
let holder: pg.Client;
let orgId: number;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;

beforeEach(async () => {
  orgId = await makeOrganization();
  patient = await makePatient(orgId);
  machine = await makeMachine(orgId);
  holder = new pg.Client({ connectionString: superuserUrl() });
  await holder.connect();
});
afterEach(() => holder.end());

/** Reads as the queue does; staff reads its own organization with the same function. */
const read = async (after: string | null, of = orgId, more: object = {}): Promise<ChangesRead> => {
  await settled(holder);
  return withPrincipal(running().app.db, { kind: 'jobs' }, 'read', (em) =>
    changesAfter(em, { orgId: of, after, limit: LIMIT, ...more }),
  );
};
const end = async (of = orgId) => (await read(null, of)).position;
/** The lines behind a position, in one word each. */
const lines = async (after: string, of = orgId) =>
  (await read(after, of)).rows.map(
    ({ type, rowId, event, deleted }) => `${deleted ? '-' : ''}${type} ${rowId}${event ? ` ${event}` : ''}`,
  );
const addNight = (night: string, more: object = {}) =>
  make('usage_nights', {
    machine_org_id: orgId,
    machine_id: machine.id,
    night,
    source: 'wireless',
    minutes: 300,
    ...more,
  });

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const literal = (value: unknown) => (value === null ? 'null' : pg.escapeLiteral(String(value as string)));

describe('changes', () => {
  takeJobsByHand();

  describe('changes of rows', () => {
    test('the first position is the present end: what was before is read from the lists', async () => {
      expect(await read(null)).toMatchObject({ rows: [], hasMore: false });
      expect(await lines(await end())).toEqual([]);
    });

    test('a patient that is added, changed or deleted has a line, and one whose row is written without a change has none', async () => {
      const after = await end();
      const { id } = await makePatient(orgId);
      expect(await lines(after)).toEqual([`Patient ${id}`]);
      const changed = await end();
      await admin.query('update patients set phone = phone, last_report = current_date where id = $1', [id]);
      expect(await lines(changed)).toEqual([]);
      await admin.query("update patients set note = 'Call in the evening.' where id = $1", [id]);
      expect(await lines(changed)).toEqual([`Patient ${id}`]);
      const deleted = await end();
      await admin.query('delete from patients where id = $1', [id]);
      expect(await lines(deleted)).toEqual([`-Patient ${id}`]);
    });

    test('an assignment has a line for itself, and the event of the assignment; ending and deleting it have one too', async () => {
      const after = await end();
      const history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
      expect(await lines(after)).toContain(`DeviceHistory ${history} device.assigned`);
      const ended = await end();
      await admin.query("update device_history set end_date = '2026-02-01' where id = $1", [history]);
      expect(await lines(ended)).toEqual([`DeviceHistory ${history}`]);
      const deleted = await end();
      await admin.query('delete from device_history where id = $1', [history]);
      expect(await lines(deleted)).toContain(`-DeviceHistory ${history}`);
    });

    test('a night arrives, is corrected, changes, and goes', async () => {
      await makeHistory(patient, machine, { start_date: '2026-01-01' });
      const after = await end();
      const night = await addNight('2026-01-05');
      expect(await lines(after)).toEqual([`UsageNight ${night} night.arrived`]);
      const corrected = await end();
      await admin.query("update usage_nights set usage_date = '2026-01-06' where id = $1", [night]);
      expect(await lines(corrected)).toEqual([`UsageNight ${night} night.corrected`]);
      const changed = await end();
      await admin.query('update usage_nights set minutes = minutes where id = $1', [night]);
      expect(await lines(changed)).toEqual([]);
      await admin.query('update usage_nights set minutes = 100 where id = $1', [night]);
      expect(await lines(changed)).toEqual([`UsageNight ${night}`]);
      const gone = await end();
      await admin.query("update usage_nights set usage_date = '2025-12-01' where id = $1", [night]);
      expect(await lines(gone)).toEqual([`-UsageNight ${night}`]);
    });

    test('a change of settings is delivered or fails', async () => {
      const history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
      const row = { org_id: orgId, patient_id: patient.id, history_id: history, values: {}, is_edit: true };
      const after = await end();
      const one = await make('settings_records', { ...row, status: 'pending' });
      expect(await lines(after)).toEqual([`SettingsRecord ${one}`]);
      const answered = await end();
      await admin.query("update settings_records set status = 'current' where id = $1", [one]);
      await admin.query("update settings_records set status = 'past' where id = $1", [one]);
      expect(await lines(answered)).toEqual([`SettingsRecord ${one} settings.delivered`, `SettingsRecord ${one}`]);
      const two = await make('settings_records', { ...row, status: 'pending' });
      const failed = await end();
      await admin.query("update settings_records set status = 'failed', failure = 'refused' where id = $1", [two]);
      expect(await lines(failed)).toEqual([`SettingsRecord ${two} settings.failed`]);
      const three = await make('settings_records', { ...row, status: 'pending' });
      const withdrawn = await end();
      await admin.query("update settings_records set status = 'void' where id = $1", [three]);
      expect(await lines(withdrawn)).toEqual([`SettingsRecord ${three}`]);
    });

    test('a partner who gains a patient sees a change, and sees the patient deleted when it loses the patient', async () => {
      const partner = await makeOrganization();
      const other = await makeOrganization();
      const [own, theirs, others] = [await end(), await end(partner), await end(other)];
      await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, partner]);
      expect(await lines(own)).toContain(`Patient ${patient.id}`);
      expect(await lines(theirs)).toEqual([`Patient ${patient.id}`]);
      const before = await end(partner);
      await admin.query('update patients set dme_id = null where id = $1', [patient.id]);
      expect(await lines(before, partner)).toEqual([`-Patient ${patient.id}`]);
      expect(await lines(others, other)).toEqual([]);
    });
  });

  describe('the order of changes', () => {
    test('a transaction that is open while others commit is not missed, and what begins after it is not read before it', async () => {
      const after = await end();
      await holder.query('begin');
      await holder.query("update patients set note = 'Held' where id = $1", [patient.id]);
      const { id } = await makePatient(orgId);
      expect(await read(after)).toMatchObject({ rows: [], hasMore: false });
      const between = (await read(after)).position;
      await holder.query('commit');
      expect(await lines(after)).toEqual([`Patient ${patient.id}`, `Patient ${id}`]);
      expect(await lines(between)).toEqual([`Patient ${patient.id}`, `Patient ${id}`]);
    });

    test('pages have each line once, and a filter finds its lines', async () => {
      const after = await end();
      const patients = [await makePatient(orgId), await makePatient(orgId), await makePatient(orgId)];
      const found: string[] = [];
      for (let place = after, more = true; more;) {
        const page = await read(place, orgId, { limit: 2 });
        found.push(...page.rows.map(({ rowId }) => rowId));
        [place, more] = [page.position, page.hasMore];
      }
      expect(found).toEqual(patients.map(({ id }) => String(id)));
      expect((await read(after, orgId, { types: ['Machine'] })).rows).toEqual([]);
      expect((await read(after, orgId, { types: ['Patient'] })).rows).toHaveLength(3);
      expect((await read(after, orgId, { events: ['night.arrived'] })).rows).toEqual([]);
    });

    test('a position is refused when lines behind it are deleted, after 30 days and not before', async () => {
      const after = await end();
      await makePatient(orgId);
      await admin.query("update changes set at = now() - interval '30 days' + interval '1 minute' where org_id = $1", [
        orgId,
      ]);
      const sweep = () => admin.query('select delete_old_changes(10000)');
      await sweep();
      expect((await read(after)).rows).toHaveLength(1);
      const newer = await end();
      await admin.query("update changes set at = now() - interval '30 days 1 minute' where org_id = $1", [orgId]);
      await admin.query("update changes set at = now() - interval '31 days' where org_id <> $1", [orgId]);
      await sweep();
      await expect(read(after)).rejects.toThrow(ChangesExpired);
      expect((await read(newer)).rows).toEqual([]);
    });

    test('a position of a restored database is refused', async () => {
      const after = await end();
      await admin.query('select renew_change_epoch()');
      expect((await read(after)).rows).toEqual([]);
      await admin.query("update change_epochs set source = 'another server'");
      await admin.query('select renew_change_epoch()');
      await expect(read(after)).rejects.toThrow(ChangesExpired);
      const again = await end();
      await makePatient(orgId);
      expect((await read(again)).rows).toHaveLength(1);
      await admin.query(
        'update changes set xid = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000)::text::xid8',
      );
      await admin.query('select renew_change_epoch()');
      await expect(read(again)).rejects.toThrow(ChangesExpired);
    });

    test('another text is no position', async () => {
      await expect(read('bm90aGluZw')).rejects.toThrow(NoPosition);
    });
  });

  test('a page of changes among a million is read from their index alone, and no more rows than it has', async () => {
    const [{ from, to }] = (
      await admin.query<{ from: string; to: string }>(
        'select (x::text::bigint - 1000)::text as from, x::text as to from pg_snapshot_xmin(pg_current_snapshot()) x',
      )
    ).rows as [{ from: string; to: string }];
    await admin.query(
      `insert into changes (org_id, type, row_id, xid)
       select $1 + n % 5, 'UsageNight', n, ($2::bigint + n / 1001)::text::xid8 from generate_series(1, 1000000) n`,
      [orgId, from],
    );
    await admin.query('analyze changes');
    const plans: Plan[] = [];
    const explained = async (sql: string, values: unknown[] = []) => {
      const texts = sql.split('?').map((part, index) => part + (index in values ? literal(values[index]) : ''));
      const { rows } = await admin.query(`explain (analyze, format json) ${texts.join('')}`);
      plans.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan as Plan));
      return (await admin.query(texts.join(''))).rows;
    };
    const { epoch } = (await admin.query<{ epoch: string }>('select epoch from change_epochs')).rows[0]!;
    const after = Buffer.from(`${epoch}:${BigInt(to) - 500n}:0`).toString('base64url');
    await changesAfter({ execute: explained } as never, { orgId, after, limit: 100 });
    const ofChanges = plans.filter((plan) => plan['Relation Name'] === 'changes');
    expect(ofChanges.map((plan) => [plan['Node Type'], plan['Index Name'], plan['Actual Rows']])).toEqual([
      ['Index Scan', 'changes_read', 101],
    ]);
    expect(ofChanges[0]!['Index Cond']).toMatch(/org_id.*xid.*safe/);
  });

  describe('a row that is written while others gain its patient', () => {
    let partner: number;
    let history: number;
    let writer: pg.Client;

    beforeEach(async () => {
      partner = await makeOrganization();
      history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
      await addNight('2026-01-09');
      writer = new pg.Client({ connectionString: superuserUrl() });
      await writer.connect();
    });
    afterEach(() => writer.end());

    const share = () => `update patients set dme_id = ${partner} where id = ${patient.id}`;
    /** Each writes a row of the patient, and nothing else that the change of access touches. */
    const WRITES: [string, () => string][] = [
      [
        'a night', // before the last one of the patient
        () =>
          `insert into usage_nights (machine_org_id, machine_id, night, source, minutes) values (${orgId}, ${machine.id}, '2026-01-05', 'wireless', 300)`,
      ],
      ['a correction of a night', () => `update usage_nights set ahi = 9 where machine_id = ${machine.id}`],
      ['an assignment', () => `update device_history set end_date = '2026-03-01' where id = ${history}`],
      [
        'a report of settings',
        () =>
          `insert into settings_records (org_id, patient_id, history_id, status, values) values (${orgId}, ${patient.id}, ${history}, 'past', '{}')`,
      ],
      [
        'a result',
        () =>
          `insert into compliance_results (org_id, patient_id, rule, rule_version, period, computed_at) values (${orgId}, ${patient.id}, 'Other', 1, 90, now())`,
      ],
    ];

    test.each(WRITES)(
      '%s that is not committed makes the change of access wait: it is there for who reads the patient then',
      async (_name, sql) => {
        await holder.query(`begin; ${sql()}`);
        const shared = writer.query(share());
        await untilWaiting();
        await holder.query('commit');
        await shared;
      },
    );

    test.each(WRITES)('%s that waits for the change of access has a line for the partner', async (_name, sql) => {
      const after = await end(partner);
      await holder.query(`begin; ${share()}`);
      const written = writer.query(sql());
      await untilWaiting();
      await holder.query('commit');
      await written;
      const types = (await read(after, partner)).rows.map(({ type }) => type);
      expect(types).toContain('Patient');
      expect(types.filter((type) => type !== 'Patient' && type !== 'Machine')).toHaveLength(1);
    });
  });
});
