import { beforeEach, describe, expect, test } from '@jest/globals';
import { admin, makeOrganization, makePatient, running, usePortalHere, type Ref } from '../../test/harness.ts';
import { settled } from '../../test/settled.ts';
import { takeJobsByHand } from '../../test/taken-jobs.ts';
import { stateOn } from '../compliance/compliance-verdict.ts';
import { withPrincipal } from '../db/principal.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { changesAfter } from './changes.reads.ts';
import { noteComplianceStates } from './changes.jobs.ts';

usePortalHere();

/** The dates of a result. */
interface Dates {
  met_on?: string | null;
  at_risk_on?: string | null;
  cannot_be_met_on?: string | null;
  closes_on?: string | null;
}

describe('the state of a result', () => {
  takeJobsByHand();

  let patient: Ref;
  let today: string;
  beforeEach(async () => {
    patient = await makePatient(await makeOrganization(), { therapy_start: null });
    const { rows } = await admin.query<{ today: string }>(
      'select (now() at time zone timezone)::date::text as today from organizations where id = $1',
      [patient.orgId],
    );
    today = rows[0]!.today;
  });

  const read = async (after: string | null) => {
    await settled();
    return withPrincipal(running().app.db, { kind: 'jobs' }, 'read', (em) =>
      changesAfter(em, { orgId: patient.orgId, after, types: ['Compliance'], limit: 100 }),
    );
  };
  const day = (days: number) => addDays(today, days);
  async function store(dates: Dates): Promise<void> {
    const { met_on = null, at_risk_on = null, cannot_be_met_on = null, closes_on = day(60) } = dates;
    await admin.query(
      `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, met_on, at_risk_on, cannot_be_met_on, closes_on, computed_at)
       values ($1, $2, 'Other', 1, 90, $7::date - 90, $3, $4, $5, $6, now())
       on conflict (patient_id, rule) do update set met_on = $3, at_risk_on = $4, cannot_be_met_on = $5, closes_on = $6, computed_at = now()`,
      [patient.orgId, patient.id, met_on, at_risk_on, cannot_be_met_on, closes_on, today],
    );
  }
  /** Stores one result after another, and returns the events of each. */
  async function eventsOf(...results: Dates[]): Promise<(string | null)[][]> {
    const found: (string | null)[][] = [];
    for (const dates of results) {
      const { position } = await read(null);
      await store(dates);
      found.push((await read(position)).rows.map(({ event }) => event));
    }
    return found;
  }
  const runJob = () => noteComplianceStates.run(Context.of(running().app, { kind: 'jobs' }, 'test'), {});

  test('is an event when the rule is met, at risk, and can no longer be met, once each', async () => {
    const inProgress = { at_risk_on: day(20), cannot_be_met_on: day(30) };
    const atRisk = { at_risk_on: today, cannot_be_met_on: day(1) };
    const lost = { at_risk_on: day(-2), cannot_be_met_on: today };
    expect(
      await eventsOf(
        inProgress,
        atRisk,
        atRisk,
        { ...atRisk, cannot_be_met_on: day(2) },
        lost,
        { ...lost, closes_on: today },
        { met_on: today },
      ),
    ).toEqual([[null], ['compliance.at_risk'], [], [null], ['compliance.lost'], [null], ['compliance.met']]);
  });

  test('is lost when a rule that was met is not met any more, and after its period', async () => {
    const inProgress = { at_risk_on: day(20), cannot_be_met_on: day(30) };
    expect(await eventsOf({ met_on: day(-1) }, inProgress, { closes_on: today })).toEqual([
      ['compliance.met'],
      ['compliance.lost'],
      ['compliance.lost'],
    ]);
  });

  test('changes because a day passed: the job of that day has the event, and once', async () => {
    await store({ at_risk_on: day(5), cannot_be_met_on: day(9) });
    const { position } = await read(null);
    await runJob();
    expect((await read(position)).rows).toEqual([]);
    // As if five days had passed: what the trigger kept then.
    await admin.query('alter table compliance_results disable trigger user');
    await admin.query('update compliance_results set at_risk_on = $2, state_until = $2 where patient_id = $1', [
      patient.id,
      today,
    ]);
    await admin.query('alter table compliance_results enable trigger user');
    await runJob();
    await runJob();
    expect((await read(position)).rows.map(({ event }) => event)).toEqual(['compliance.at_risk']);
    const { rows } = await admin.query(
      'select state, state_until::text as until from compliance_results where patient_id = $1',
      [patient.id],
    );
    expect(rows).toEqual([{ state: 'at_risk', until: day(9) }]);
  });

  test('of a result from before states were kept is kept by the job, without a line', async () => {
    await store({ met_on: day(-1) });
    const { position } = await read(null);
    await admin.query('alter table compliance_results disable trigger user');
    await admin.query('update compliance_results set state = null, state_until = null where patient_id = $1', [
      patient.id,
    ]);
    await admin.query('alter table compliance_results enable trigger user');
    await runJob();
    expect((await read(position)).rows).toEqual([]);
    const { rows } = await admin.query('select state from compliance_results where patient_id = $1', [patient.id]);
    expect(rows).toEqual([{ state: 'met' }]);
  });

  test('is that of the portal on every day around its dates', async () => {
    const dates = [null, '2026-03-01', '2026-03-02', '2026-03-03'];
    const { rows } = await admin.query(
      `select m::text as "metOn", a::text as "atRiskOn", c::text as "cannotBeMetOn", e::text as "closesOn", t::text as today, compliance_state_on(m, a, c, e, t) as state
         from unnest($1::date[]) m, unnest($1::date[]) a, unnest($1::date[]) c, unnest($2::date[]) e, unnest($2::date[]) t`,
      [dates, dates.slice(1)],
    );
    expect(rows).toHaveLength(576);
    expect(rows.filter(({ today: on, state, ...of }) => stateOn(of, on) !== state)).toEqual([]);
  });
});
