import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  superuserUrl,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { recomputeProviderJob } from './compliance.jobs.ts';
import { recomputeOfProvider } from './compliance-provider.ts';

usePortalHere();

const QUEUE = 'recompute-provider';
const ZONE = 'America/Los_Angeles';
describe('the results of a provider whose time zone changes', () => {
  takeJobsByHand();

  let staff: TestViewer;
  let holder: pg.Client;
  beforeEach(async () => {
    await admin.query('delete from pgboss.job where name = $1', [QUEUE]);
    staff = await asViewer({ orgId: await makeOrganization('ep', { timezone: 'America/New_York' }) });
    holder = new pg.Client({ connectionString: superuserUrl() });
    await holder.connect();
  });
  afterEach(() => holder.end());

  const today = async () =>
    (await admin.query<{ today: string }>("select ((now() at time zone 'America/New_York')::date)::text as today"))
      .rows[0]!.today;

  /**
   * A patient who is at risk since the night of day 68 without use was known, at 06:30 UTC of day 70: that was day 69 in Los
   * Angeles, and day 70 in New York.
   */
  async function atRisk(owner: { orgId: number }, facts: Record<string, unknown> = {}): Promise<Ref & { day: string }> {
    const start = addDays(await today(), -87);
    const patient = await makePatient(owner.orgId, { therapy_start: start, ...facts });
    const machine = await makeMachine(owner.orgId);
    await makeHistory(patient, machine, { start_date: start });
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes, arrived_at)
       select $1, $2, $3::date + n, 'wireless', case when n <= 68 then 0 else 300 end,
              $3::date + n + case n when 68 then interval '54.5 hours' else interval '44 hours' end
         from generate_series(0, 86) n`,
      [machine.orgId, machine.id, start],
    );
    await admin.query("delete from pgboss.job where name = 'recompute-compliance' and singleton_key = $1", [
      String(patient.id),
    ]);
    return { ...patient, day: addDays(start, 69) };
  }
  const stored = async ({ id }: Ref) =>
    (
      await admin.query<{ at: string | null }>(
        'select at_risk_on::text as at from compliance_results where patient_id = $1',
        [id],
      )
    ).rows[0]?.at;
  const waiting = async () =>
    (
      await admin.query<{ key: string }>('select singleton_key as key from pgboss.job where name = $1 and state = $2', [
        QUEUE,
        'created',
      ])
    ).rows.map(({ key }) => key);
  const move = (client: pg.Client, zone: string) =>
    client.query('update organizations set timezone = $2 where id = $1', [staff.orgId, zone]);
  const own = () => Context.of(running().app, { kind: 'jobs' }, 'test');
  const store = async (...patients: Ref[]) =>
    admin.query(
      `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, closes_on, at_risk_on, cannot_be_met_on, computed_at)
       select org_id, id, 'CMS PAP', 1, 90, therapy_start, therapy_start + 92, therapy_start + 80, therapy_start + 81, now() from patients where id = any ($1)`,
      [patients.map(({ id }) => id)],
    );
  const shown = async ({ id }: Ref) =>
    (
      await staff.gql('query ($id: ID!) { patient(id: $id) { compliance { atRiskOn isStored timezone } } }', {
        id: String(id),
      })
    ).data.patient.compliance;

  test('are computed by one job, of its own patients and of those of other organizations, and of no other provider', async () => {
    const clinic = await makeOrganization('clinical');
    const other = await makeOrganization();
    const [mine, provided] = [await atRisk(staff), await atRisk({ orgId: clinic }, { dme_id: staff.orgId })];
    const [theirs, elsewhere] = [await atRisk(staff, { dme_id: other }), await atRisk({ orgId: clinic })];
    await store(mine, provided, theirs, elsewhere);
    const before = await stored(theirs);
    await move(admin, ZONE);
    expect(await waiting()).toEqual([String(staff.orgId)]);
    expect(await workJobs(QUEUE)).toEqual([String(staff.orgId)]);
    expect([await stored(mine), await stored(provided)]).toEqual([mine.day, provided.day]);
    expect([await stored(theirs), await stored(elsewhere)]).toEqual([before, before]);
    expect(await shown(mine)).toEqual({ atRiskOn: mine.day, isStored: true, timezone: ZONE });
  });

  test('are of the zone of a transaction that is held open while the job of an earlier change runs', async () => {
    const patient = await atRisk(staff);
    await store(patient);
    await move(admin, ZONE);
    await holder.query('begin');
    await move(holder, 'America/New_York');
    const during = workJobs(QUEUE);
    await Promise.race([during, untilWaiting()]);
    await holder.query('commit');
    await during;
    await workJobs(QUEUE);
    expect(await shown(patient)).toEqual({
      atRiskOn: addDays(patient.day, 1),
      isStored: true,
      timezone: 'America/New_York',
    });
    expect(await stored(patient)).toBe(addDays(patient.day, 1));
  });

  test('wait for a calculation of one of the patients, and have what it waited for', async () => {
    const patient = await atRisk(staff);
    await store(patient);
    await move(admin, ZONE);
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(4, $1)', [patient.id]);
    const job = runJob(recomputeProviderJob, { orgId: staff.orgId });
    await untilWaiting();
    await admin.query('update patients set therapy_start = therapy_start + 1 where id = $1', [patient.id]);
    await holder.query('commit');
    await job;
    expect(await shown(patient)).toMatchObject({ isStored: true });
  });

  test('take as many statements for 200 patients as for two, and a transaction for each 200', async () => {
    const ofPortion = async (after: number) => {
      const ctx = own();
      const statements: string[] = [];
      const last = await ctx.run('write', () => {
        const { execute } = ctx.em;
        ctx.em.execute = (async (...args: Parameters<typeof execute>) => {
          statements.push(String(args[0]));
          return execute.apply(ctx.em, args);
        }) as typeof execute;
        return recomputeOfProvider(ctx, staff.orgId, after);
      });
      return { last, statements: statements.length };
    };
    await store(
      await makePatient(staff.orgId, { therapy_start: addDays(await today(), -5) }),
      await makePatient(staff.orgId, { therapy_start: addDays(await today(), -5) }),
    );
    const two = await ofPortion(0);
    expect(two.last).toBeNull();
    const { rows } = await admin.query<{ id: number }>(
      `insert into patients (org_id, first_name, last_name, therapy_start) select $1, 'Ada', 'Many', $2::date from generate_series(1, 201) returning id`,
      [staff.orgId, addDays(await today(), -5)],
    );
    await store(...rows.map(({ id }) => ({ id, orgId: staff.orgId })));
    await admin.query('update compliance_results set at_risk_on = therapy_start + 60 where org_id = $1', [staff.orgId]);
    const first = await ofPortion(0);
    expect(first).toEqual({ last: rows[197]!.id, statements: two.statements });
    expect(await ofPortion(first.last!)).toEqual({ last: null, statements: two.statements });
    const { rows: risks } = await admin.query<{ days: number }>(
      'select distinct at_risk_on - therapy_start as days from compliance_results where org_id = $1',
      [staff.orgId],
    );
    expect(risks).toEqual([{ days: 71 }]);
  });

  test('wait: the change of the zone adds one job for any number of patients', async () => {
    const { rows } = await admin.query<{ id: number }>(
      `insert into patients (org_id, first_name, last_name, therapy_start) select $1, 'Ada', 'Many', $2::date from generate_series(1, 50) returning id`,
      [staff.orgId, addDays(await today(), -5)],
    );
    await store(...rows.map(({ id }) => ({ id, orgId: staff.orgId })));
    await admin.query("delete from pgboss.job where name = 'recompute-compliance'");
    await move(admin, ZONE);
    expect(await waiting()).toEqual([String(staff.orgId)]);
    expect((await admin.query("select from pgboss.job where name = 'recompute-compliance'")).rowCount).toBe(0);
    await workJobs(QUEUE);
    expect(await waiting()).toEqual([]);
  });
});
