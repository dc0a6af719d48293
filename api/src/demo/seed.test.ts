import { beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  anonymous,
  asViewer,
  running,
  superuserUrl,
  scratchDatabase,
  usePortalHere,
} from '../../test/harness.ts';
import { TEST_KEY } from '../../test/secrets.ts';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { CMS_PAP } from '../compliance/compliance-rule.ts';
import { resultsOf } from '../compliance/compliance-results.ts';
import { planCalls } from '../icode-reports/icode-calls.ts';
import { decryptColumn } from '../shared/cipher.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, isEmpty, seedDemo, TOUR } from './seed.ts';

const TODAY = '2026-03-15';
const PATIENTS = 240; // 200 through the triggers, the rest through the bulk writer
const MIGRATED = 55; // of the location of the legacy system that the demo has migrated

usePortalHere();
beforeAll(async () => {
  expect(await isEmpty(superuserUrl())).toBe(true);
  expect(await seedDemo(superuserUrl(), running().app.config, { today: TODAY, patients: PATIENTS })).toBe(PATIENTS);
});

async function count(sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(`select count(*) from ${sql}`, values);
  return Number(rows[0]!.count);
}

describe('sign-in', () => {
  test.each(DEMO_LOGINS.map(({ email, organization }) => [email, organization]))(
    '%s of %s signs in with the demo password',
    async (email) => {
      const answer = await anonymous().rest('POST', '/login', { email, password: DEMO_PASSWORD });
      expect([answer.status, answer.body]).toEqual([200, { two_factor: false }]);
    },
  );

  test('there are nine logins, each labeled with its role', async () => {
    const { rows } = await admin.query(
      `select o.name as organization, u.email, r.label as role from users u join organizations o on o.id = u.org_id join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
        where u.id <= 9 order by u.id`,
    );
    expect(rows).toEqual(DEMO_LOGINS);
  });

  test.each(['locked.staff', 'invited.staff', 'inactive.staff', 'oldmill.admin'])('%s is refused', async (name) => {
    expect(
      (await anonymous().rest('POST', '/login', { email: `${name}@demo.airlog.test`, password: DEMO_PASSWORD })).status,
    ).toBe(422);
  });
});

describe('every state that the documents name exists', () => {
  const active = 'device_history h join machines m on m.id = h.machine_id where h.end_date is null';
  const lastHeard = `(select max(start_time) from connections c where c.machine_id = m.id)`;
  test.each([
    ['a note of one organization', 'patient_notes where not is_shared and removed_at is null'],
    ['a note that is shared', 'patient_notes where cardinality(visible_org_ids) > 1'],
    [
      'a note that was changed',
      'patient_notes n join patient_note_versions v on v.note_id = n.id where edited_at is not null',
    ],
    ['a note that was removed', 'patient_notes where removed_at is not null'],
    ['a draft organization', 'organizations where draft'],
    ['an active organization', 'organizations where active and not draft'],
    ['an inactive organization', 'organizations where not active and not draft'],
    ['an organization that saves no list as a file', 'organizations where export_to_csv_access = 0'],
    ['an organization whose administrators save files', 'organizations where export_to_csv_access = 2'],
    ['a locked user', 'users where locked'],
    ['an invited user', 'users where email_verified_at is null and active and invitation_expires_at > now()'],
    [
      'a user with an expired invitation',
      'users where email_verified_at is null and active and invitation_expires_at is null',
    ],
    [
      'an organization that grants access to ventilators user by user',
      "organizations where allow_ventilator_support and ventilator_visibility = 'specific-users'",
    ],
    ['an organization that manages API keys', 'organizations where allow_api_key_management'],
    ['a legacy location that can be migrated', 'legacy_locations where not (is_child or migrated or has_api_key)'],
    ['a child of the legacy system', 'legacy_locations where is_child'],
    ['a legacy location that was migrated', 'legacy_locations where migrated and not is_child'],
    ['a legacy location with an API key', 'legacy_locations where has_api_key and not (is_child or migrated)'],
    [
      'a legacy location with active and inactive patients',
      'legacy_patients a join legacy_patients i using (location_id) where a.is_active and not i.is_active',
    ],
    [
      'a user with ventilator access',
      'users u join organizations o on o.id = u.org_id and o.allow_ventilator_support where u.mvc_enabled',
    ],
    ...(['app', 'sms'] as const).map((kind): [string, string] => [
      `a user with a second factor: ${kind}`,
      `users u join user_credentials c on c.user_id = u.id where c.second_factor = '${kind}' and u.two_factor_${kind}_enabled`,
    ]),
    [
      'an organization that was migrated, with patients',
      'organizations o join patients p on p.org_id = o.id where o.migrated_at is not null and o.migrated_by_id is not null and p.legacy_id is not null',
    ],
    ...['migrated', 'already_here', 'refused', 'undone', 'kept'].map((result): [string, string] => [
      `a result of a migration: ${result}`,
      `patient_migration_rows where result = '${result}' and (result in ('migrated', 'already_here', 'kept')) = (patient_id is not null)`,
    ]),
    ...['done', 'failed', 'undone'].map((state): [string, string] => [
      `a migration that is ${state}`,
      `patient_migrations where state = '${state}'`,
    ]),
    ...['open', 'accepted', 'refused', 'withdrawn', 'expired'].map((state): [string, string] => [
      `a hand-off that is ${state}`,
      `hand_offs where state = '${state}'`,
    ]),
    [
      'a hand-off of a patient, in which both sides have written',
      "hand_offs h where kind = 'patient' and 2 = (select count(distinct user_id is null) from hand_off_messages m where m.hand_off_id = h.id)",
    ],
    ['a user with an API key', 'users u join api_keys k on k.user_id = u.id where u.has_api and k.revoked_at is null'],
    ['a personal access token that has expired', `personal_access_tokens where expires_at < date '${TODAY}'`],
    [
      'a personal access token that expires within a week',
      `personal_access_tokens where expires_at between date '${TODAY}' and date '${TODAY}' + 7`,
    ],
    ['a personal access token that was never used', 'personal_access_tokens where last_used_at is null'],
    ['an inactive user', 'users where not active'],
    ['a user who reads Spanish', "users where locale = 'es'"],
    ['a user of type Location', "users u join user_locations l on l.user_id = u.id where user_type = 'Location'"],
    ['a user of type Group', "users u join user_groups g on g.user_id = u.id where user_type = 'Group'"],
    ['a patient who is not active', 'patients where not is_rules_active'],
    [
      'a patient who never had a device',
      'patients p where not exists (select from device_history h where h.patient_id = p.id)',
    ],
    [
      'a patient whose device ended',
      'patients p where current_serial is null and exists (select from device_history h where h.patient_id = p.id)',
    ],
    ['an active device', active],
    [
      'three devices in a row',
      'patients p where (select count(*) from device_history h where h.patient_id = p.id) = 3',
    ],
    ['a device that ended on the day on which it started', 'device_history where start_date = end_date'],
    [
      "a device that started on the day on which the patient's earlier one ended",
      'device_history a join device_history b on a.patient_id = b.patient_id and a.end_date = b.start_date and a.machine_id <> b.machine_id',
    ],
    [
      'a machine that changed patients on one day',
      'device_history a join device_history b on a.machine_id = b.machine_id and a.end_date = b.start_date and a.patient_id <> b.patient_id',
    ],
    [
      'a machine that no patient ever had',
      'machines m where not exists (select from device_history h where h.machine_id = m.id)',
    ],
    ['an active device whose machine has no PIN', `${active} and pin_cipher is null`],
    ['an active device whose PIN was not confirmed', `${active} and not h.has_pin and pin_cipher is not null`],
    ['a module with a SIM', 'modules where iccid is not null'],
    ['a module without one', 'modules where iccid is null'],
    ['an active device without a module', `${active} and not exists (select from modules o where o.machine_id = m.id)`],
    ['settings: current', "settings_records where status = 'current' and not is_edit"],
    ['settings: past', "settings_records where status = 'past'"],
    ['settings: pending', "settings_records where status = 'pending' and is_edit"],
    ['settings: failed', "settings_records where status = 'failed' and is_edit"],
    ['settings: void', "settings_records where status = 'void' and is_edit"],
    ['settings: defaults', "settings_records where status = 'defaults'"],
    [
      'an active device without settings',
      `${active} and not exists (select from settings_records s where s.history_id = h.id)`,
    ],
    [
      'an active device with pending settings only',
      `${active} and (select array_agg(s.status) from settings_records s where s.history_id = h.id) = '{pending}'`,
    ],
    ['a device heard in the last 48 hours', `${active} and ${lastHeard} > date '${TODAY}' - 2 + time '12:00'`],
    ['a device silent for more', `${active} and ${lastHeard} < date '${TODAY}' - 2`],
    ['a patient who met the compliance rule', 'patients where compliance_met_on is not null'],
    [
      'a patient who did not meet it',
      `patients where compliance_met_on is null and compliance_closes_on <= date '${TODAY}'`,
    ],
    [
      'a patient who can no longer meet it',
      `patients where compliance_met_on is null and compliance_closes_on > date '${TODAY}' and compliance_cannot_be_met_on <= date '${TODAY}'`,
    ],
    ['a patient who has time', `patients where compliance_met_on is null and compliance_at_risk_on > date '${TODAY}'`],
    [
      'a change of settings that waits',
      `settings_records where status = 'pending' and submitted_at < date '${TODAY}' - 2`,
    ],
    [
      'a patient who may miss three nights at most',
      `patients where compliance_met_on is null and compliance_short_on <= date '${TODAY}' and compliance_cannot_be_met_on > date '${TODAY}'`,
    ],
    [
      'a patient of whose device a code is to be read',
      `patients where compliance_call_on <= date '${TODAY}' and compliance_call_until >= date '${TODAY}'`,
    ],
    ['a follow-up that is assigned', "follow_ups where act = 'assigned' and assignee_id is not null"],
    ['a follow-up that is snoozed', `follow_ups where act = 'snoozed' and hidden_until > date '${TODAY}'`],
    ...['reached', 'left_message', 'no_answer', 'wrong_number', 'not_needed'].map((outcome) => [
      `a follow-up that is done: ${outcome}`,
      `follow_ups where outcome = '${outcome}' and hidden_until > date '${TODAY}'`,
    ]),
    ...['silent', 'settings_failed'].map((reason) => [
      `an open follow-up: ${reason}`,
      `device_states s where s.active_since is not null and ${reason === 'silent' ? `s.heard_at < date '${TODAY}' - 2` : "s.settings_state = 'failed'"}
          and not exists (select from follow_ups f where f.patient_id = s.patient_id and f.reason = '${reason}' and f.hidden_until > date '${TODAY}')`,
    ]),
    ['a wireless session', 'connections where terminal_type = 1'],
    ['a session of the app', 'connections where terminal_type = 2'],
    ['a session of a PC', 'connections where terminal_type = 3'],
    ['a session of an unknown kind', 'connections where terminal_type is null or terminal_type > 3'],
    ['a session that broke off', 'connections where end_time is null'],
    ['wireless nights', "usage_nights where source = 'wireless' and not overruled"],
    ['card nights', "usage_nights where source = 'sd' and not overruled"],
    ['card nights that the module overruled', "usage_nights where source = 'sd' and overruled"],
    [
      'a night of which the card has more than the module',
      "usage_nights w join usage_nights c on c.machine_id = w.machine_id and c.usage_date = w.usage_date where w.source = 'wireless' and c.source = 'sd' and c.minutes > w.minutes",
    ],
    [
      'a night of the last month of which two sources differ',
      `usage_nights w join usage_nights c on c.patient_id = w.patient_id and c.machine_id = w.machine_id and c.usage_date = w.usage_date
        where w.state = 1 and c.state = 1 and not w.overruled and c.overruled and c.minutes <> w.minutes and w.usage_date > date '${TODAY}' - 31`,
    ],
    [
      'a change that the device refused, with its reason',
      "settings_records where failure = 'refused' and refusal > ''",
    ],
    ['a change that expired', "settings_records where status = 'failed' and failure = 'expired'"],
    [
      'a change of a device that was ended before it answered',
      "settings_records where status = 'void' and failure = 'device-ended'",
    ],
    [
      'failed changes of two models for each reason',
      "(select s.failure from settings_records s join device_history h on h.id = s.history_id join machines m on m.id = h.machine_id where s.status = 'failed' group by s.failure having count(distinct m.model_id) > 1) reasons having count(*) = 2",
    ],
    ['QR+ nights', "usage_nights where source = 'qr' and not overruled"],
    ['QR+ nights that the card overruled', "usage_nights where source = 'qr' and overruled"],
    ['a card that was read whole', "uploads where state = 'parsed' and added_count = night_count and night_count > 50"],
    [
      'a card that was partly read, with a warning at its file',
      "uploads u join upload_files f on f.upload_id = u.id where u.state = 'partly' and f.state = 'partly' and jsonb_array_length(f.warnings) = 1",
    ],
    ['a card of an unknown device', "uploads where state = 'refused' and reason = 'serial_unknown'"],
    ['cards of two devices at once', "uploads where state = 'refused' and reason = 'two_serials'"],
    ['a night without use', 'usage_nights where minutes = 0'],
    [
      'wireless nights with every measurement',
      "usage_nights where source = 'wireless' and num_nonnulls(sessions, hypopneas, reras, ahi, leak, sni, record_no, drift_seconds) = 8",
    ],
    [
      'card nights with events, and without leak and snoring',
      "usage_nights where source = 'sd' and hypopneas > 0 and leak is null and sni is null",
    ],
    [
      'QR+ nights with snoring, and without events',
      "usage_nights where source = 'qr' and sni > 0 and hypopneas is null",
    ],
    ['a night with a corrected date', 'usage_nights where usage_date <> night'],
    ['a night that arrived late', "usage_nights where arrived_at > night + interval '3 days'"],
    ['a night by a clock that was ahead', 'usage_nights where device_date > night and drift_seconds < -86400'],
    ['an iCode report of a member of staff', 'icode_reports where submitted_by_name is not null'],
    [
      'an iCode report of the legacy system',
      'icode_reports where submitted_by_id is null and submitted_by_name is null',
    ],
  ])('%s', async (_, rows) => {
    expect(await count(rows)).toBeGreaterThan(0);
  });

  test('machines of all six models', async () => {
    expect(await count('(select distinct model_id from machines) models')).toBe(6);
  });
});

test('one query answers on which nights of the last month two sources differ, for which patient, device and provider', async () => {
  const { data } = await (
    await asViewer({ orgId: 1 })
  ).gql(
    `query ($after: Date!, $before: Date!) {
       nights(first: 100, where: { date: { greaterThan: $after, lessThan: $before }, sourcesDiffer: { equal: true } }) {
         edges { node { date minutes source readings { source minutes }
           patient { lastName organization { name } provider { name } } machine { serial model } } } } }`,
    { after: addDays(TODAY, -31), before: TODAY },
  );
  expect(data.nights.edges.length).toBeGreaterThan(2);
  for (const { node } of data.nights.edges) {
    expect(node).toMatchObject({
      source: 'WIRELESS',
      readings: [
        { source: 'WIRELESS', minutes: node.minutes },
        { source: 'SD', minutes: node.minutes + 25 },
      ],
      patient: { lastName: expect.any(String), organization: { name: expect.any(String) } },
      machine: { serial: expect.any(String), model: expect.any(String) },
    });
  }
});

test('260 machines belong to 200 patients and the stock, most of them of Northside Respiratory', async () => {
  expect(await count('patients')).toBe(PATIENTS + MIGRATED);
  expect(await count('machines')).toBe(PATIENTS * 1.3);
  const { rows } = await admin.query<{ org_id: number; share: number }>(
    'select org_id, round(count(*) * 200.0 / $1)::int as share from patients where legacy_id is null group by org_id order by org_id',
    [PATIENTS],
  );
  expect(rows.map(({ org_id: org }) => org)).toEqual([1, 2, 3]);
  expect(rows[0]!.share).toBeGreaterThan(120);
  expect(rows[2]!.share).toBeGreaterThanOrEqual(26);
  expect(rows[2]!.share).toBeLessThanOrEqual(34);
  expect(await count('patients where org_id = 3 and visible_org_ids <> array[3]')).toBe(0);
});

test('the stored results equal those that the service stores', async () => {
  const dates = async () =>
    (
      await admin.query(
        'select patient_id, therapy_start, met_on, short_on, at_risk_on, cannot_be_met_on, closes_on, call_on, call_until, call_longest, rule, rule_version, period from compliance_results order by patient_id',
      )
    ).rows;
  const written = await dates();
  for (const { patient_id: patientId } of written)
    await recomputeComplianceJob.run(Context.of(running().app, { kind: 'jobs' }, 'test'), { patientId });
  expect(await dates()).toEqual(written);
});

test.each([
  ['Northside Respiratory', 1, [0, 2]],
  ['Lakeview Sleep Clinic', 2, [0, 3]],
  ['Harbor Home Medical', 3, [0, 1]],
])(
  '%s has a patient who needs every remaining night, and one who may still miss one to three',
  async (_, orgId, spare) => {
    // The last 30 days of the trial are the best that is left: nights of them so far, and from today to their end.
    const { rows } = await admin.query<{ spare: number; state: string }>(
      `select case when compliance_cannot_be_met_on <= $1 then 'cannot' when compliance_at_risk_on <= $1 then 'at risk' else 'has time' end as state,
              (therapy_start + 90 - $1::date) - 21 + (select count(*)::int from usage_nights n
                where n.patient_id = p.id and not n.overruled and n.minutes >= 240 and n.usage_date >= p.therapy_start + 60) as spare
         from patients p
        where org_id = $2 and compliance_met_on is null and therapy_start = $1::date - 80 order by spare`,
      [TODAY, orgId],
    );
    expect(rows.filter(({ state }) => state !== 'cannot')).toEqual(
      spare.map((nights) => ({ spare: nights, state: nights === 0 ? 'at risk' : 'has time' })),
    );
  },
);

test('an unmet patient is at risk, and can no longer meet the rule, since the first day of which the answer as of that day says so', async () => {
  const ctx = Context.of(running().app, { kind: 'jobs' }, 'test');
  const { rows } = await admin.query<{ id: number; risk: string; cannot: string; zone: string }>(
    `select r.patient_id as id, r.at_risk_on::text as risk, r.cannot_be_met_on::text as cannot, o.timezone as zone
       from compliance_results r join patients p on p.id = r.patient_id join organizations o on o.id = coalesce(p.dme_id, p.org_id)
      where r.met_on is null and r.at_risk_on <= $1`,
    [TODAY],
  );
  expect(rows.length).toBeGreaterThan(20);
  const stateOf = async (patientId: number, asOf: string) =>
    ctx.run('read', async () => {
      const timezone = rows.find(({ id }) => id === patientId)!.zone;
      const question = { patientId, rule: CMS_PAP, asOf, timezone, knownAt: null, isPresent: false };
      return (await resultsOf(ctx, [question]))[0]!.state;
    });
  const worse = ['cannot_be_met', 'not_met'];
  for (const { id, risk, cannot } of rows) {
    expect([id, await stateOf(id, addDays(risk, -1))]).toEqual([id, expect.not.stringMatching(/at_risk|not_/)]);
    expect([id, ['at_risk', ...worse].includes(await stateOf(id, risk))]).toEqual([id, true]);
    if (cannot > TODAY) continue;
    expect([id, worse.includes(await stateOf(id, addDays(cannot, -1)))]).toEqual([id, false]);
    expect([id, worse.includes(await stateOf(id, cannot))]).toEqual([id, true]);
  }
});

test('each night has the patient who had its machine on its date, and is overruled by a higher source of that date', async () => {
  const owner = `(select h.patient_id from device_history h where h.machine_id = n.machine_id and h.start_date <= n.usage_date
                     and (h.end_date is null or n.usage_date < h.end_date))`;
  expect(await count(`usage_nights n where n.patient_id is distinct from ${owner}`)).toBe(0);
  expect(
    await count(`usage_nights n where n.overruled is distinct from exists (select from usage_nights o where o.machine_id = n.machine_id
                   and o.usage_date = n.usage_date and night_priority(o.source) < night_priority(n.source))`),
  ).toBe(0);
  expect(
    await count('(select from usage_nights group by machine_id, source, usage_date having count(*) > 1) doubled'),
  ).toBe(0);
});

test('patient 19 has thirty QR+ nights and two SD cards, of which the second has the end of the first again', async () => {
  const { rows } = await admin.query<{ source: string; n: number }>(
    'select source, count(*)::int as n from usage_nights where patient_id = 19 group by source order by source',
  );
  expect(rows[0]).toEqual({ source: 'qr', n: 30 });
  const cards = await admin.query<{
    id: number;
    night_count: number;
    added_count: number;
    held: number;
    state: string;
  }>(
    `select u.id, u.night_count, u.added_count, u.state,
            (select count(*)::int from usage_nights n join upload_files f on f.id = n.upload_file_id where f.upload_id = u.id) as held
       from uploads u join usage_nights n on n.machine_id = u.machine_id where n.patient_id = 19 group by u.id order by u.created_at`,
  );
  const [one, other] = cards.rows;
  expect([one!.state, other!.state, cards.rows.length]).toEqual(['parsed', 'partly', 2]);
  expect(other!.added_count).toBeLessThan(other!.night_count - 15);
  // The last night of the first card may have been replaced by a longer one.
  expect([one!.added_count - one!.held <= 1, other!.held]).toEqual([true, other!.added_count]);
  expect(rows[1]).toEqual({ source: 'sd', n: one!.held + other!.held });
});

test('the uploads of the demo are listed, with reasons, and the next one has a number of its own', async () => {
  const viewer = await asViewer({ orgId: 1 });
  const { body } = await viewer.rest('GET', '/api/uploads?orderBy=id&limit=10');
  expect(body.data.map(({ state, reason }: Record<string, unknown>) => [state, reason === null])).toEqual([
    ['parsed', true],
    ['parsed', true],
    ['partly', true],
    ['refused', false],
    ['refused', false],
  ]);
  const { rows } = await admin.query(`select nextval(pg_get_serial_sequence('uploads', 'id'))::int as id`);
  expect(rows[0].id).toBe(6);
});

test('one device proposes to correct the dates of the three nights that it sent after its clock was set right', async () => {
  const viewer = await asViewer({ orgId: 1 });
  const { data } = await viewer.gql(
    '{ patient(id: "4") { devices { machine { dateProposals { source days nights } } } } }',
  );
  expect(data.patient.devices[0].machine.dateProposals).toEqual([{ source: 'WIRELESS', days: -3, nights: 3 }]);
});

test('no code of the demo contradicts the recorded nights', async () => {
  const viewer = await asViewer({ orgId: 1 });
  const { rows } = await admin.query<{ id: number }>(
    'select distinct p.id from patients p join icode_reports r on r.patient_id = p.id where p.visible_org_ids @> array[1] order by 1',
  );
  const found: unknown[] = [];
  for (const { id } of rows) {
    const { data } = await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { iCodeContradictions { kind allowed { least most } reports { icodePeriod compliantDays collected } } } }',
      { id: String(id) },
    );
    for (const each of data.patient.iCodeContradictions) if (each.kind === 'RECORDED_NIGHTS') found.push([id, each]);
  }
  expect(rows.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test('codes of one patient contradict each other, and codes of another are to be read', async () => {
  const viewer = await asViewer({ orgId: 1 });
  const { data } = await viewer.gql(
    '{ patient(id: "8") { iCodeContradictions { kind reports { icodePeriod collected } } } }',
  );
  const [first] = data.patient.iCodeContradictions;
  expect(first).toMatchObject({ kind: 'COMPLIANT_DAYS' });
  expect(first.reports.map(({ icodePeriod }: { icodePeriod: number }) => icodePeriod).sort()).toContain(60);
  // As of the day of the demo data: its patient of a trial has not met the rule, and some codes were read.
  const { rows } = await admin.query(
    `select therapy_start::text, collected::text, icode_period, compliant_days, best30, read_by, read_how
       from patients p join icode_reports r on r.patient_id = p.id where p.id = 15`,
  );
  const codes = rows.map((row) => ({
    collected: row.collected,
    icodePeriod: row.icode_period,
    compliantDays: row.compliant_days,
    best30: row.best30,
  }));
  expect(planCalls(CMS_PAP, rows[0].therapy_start, codes, TODAY)).toMatchObject({ state: 'planned', caught: null });
  expect(rows[0]).toMatchObject({ read_by: expect.any(String), read_how: expect.any(String) });
});

test('74.6 % meet the rule and the nights average 5.54 hours, as in the published population', async () => {
  const { rows } = await admin.query<{ patients: number; met: number; hours: number }>(
    `
    with days as (
      select p.id, d::date as day, coalesce((select max(n.minutes) from usage_nights n where n.patient_id = p.id and n.usage_date = d::date and not n.overruled), 0) as minutes
        from patients p, generate_series(p.therapy_start, p.therapy_start + 89, interval '1 day') d where p.therapy_start + 90 <= $1::date
    ), runs as (
      select id, minutes, count(*) filter (where minutes >= 240) over w as good, count(*) over w as size from days
      window w as (partition by id order by day rows between 29 preceding and current row)
    )
    select count(distinct id)::int as patients, (count(distinct id) filter (where size = 30 and good >= 21))::float / count(distinct id) as met, avg(minutes)::float / 60 as hours from runs`,
    [TODAY],
  );
  expect(rows[0]!.patients).toBeGreaterThan(PATIENTS * 0.8);
  expect(Math.abs(rows[0]!.met - 0.746)).toBeLessThan(0.04);
  expect(Math.abs(rows[0]!.hours - 5.54)).toBeLessThan(0.25);
});

test("the manual's tour finds its patients, its free machine and the PIN", async () => {
  const { rows } = await admin.query(
    `select first_name || ' ' || last_name as name, location_id, org_id, dme_id, clinician_org_id, therapy_start::text from patients where id in (1, 2) order by id`,
  );
  expect(rows[0]).toMatchObject({
    name: 'Sofía Ramírez-Nguyen',
    location_id: 1,
    org_id: 1,
    dme_id: 1,
    clinician_org_id: 2,
  });
  expect(rows[1]).toMatchObject({ name: TOUR.newPatientName, location_id: 1, org_id: 1, therapy_start: null });
  const free = await admin.query<{ id: number; pin_cipher: string }>(
    'select id, pin_cipher from machines where serial = $1 and org_id = 1 and location_id = 1',
    [TOUR.freeSerial],
  );
  expect(decryptColumn([TEST_KEY], free.rows[0]!.pin_cipher)).toBe(TOUR.freePin);
  expect(await count('device_history where machine_id = $1', [free.rows[0]!.id])).toBe(0);
  const settings = await admin.query<{ status: string; values: Record<string, unknown> }>(
    `select s.status, s.values from settings_records s join device_history h on h.id = s.history_id where h.patient_id = 1 and h.end_date is null and s.status in ('current', 'pending') order by s.status`,
  );
  expect(settings.rows.map(({ status }) => status)).toEqual(['current', 'pending']);
  expect(settings.rows[0]!.values).not.toEqual(settings.rows[1]!.values);
  expect(await count('device_history where patient_id = 1 and end_date is not null')).toBe(1);
  expect(await count('icode_reports where patient_id = 1')).toBeGreaterThan(0);
});

test('devices show every value of edit_allowed: pass, the warning of ventilators, and each notice', async () => {
  const support = await asViewer({ kind: 'support' });
  const query =
    '{ devices(first: 100) { edges { node { editAllowed machine { model } } } pageInfo { hasNextPage endCursor } } }';
  const { data } = await support.gql(query);
  const nodes = data.devices.edges.map(
    ({ node }: { node: { editAllowed: string; machine: { model: string } } }) => node,
  );
  const shown = new Set(nodes.map(({ editAllowed }: { editAllowed: string }) => editAllowed));
  expect([...shown].sort()).toEqual(['DEVICE_ENDED', 'NO_MODULE', 'NO_PIN', 'NO_VENTILATOR', 'PASS']);
  const ventilators = nodes.filter(({ machine }: { machine: { model: string } }) => machine.model === 'RESmart Y-30T');
  expect(new Set(ventilators.map(({ editAllowed }: { editAllowed: string }) => editAllowed))).toEqual(
    new Set(['NO_VENTILATOR', 'PASS']),
  );
});

test('running it again adds nothing; a larger number adds the missing patients next to rows that users added since', async () => {
  const before = await count('usage_nights');
  expect(await seedDemo(superuserUrl(), running().app.config, { today: TODAY, patients: 100 })).toBe(PATIENTS);
  expect(await count('usage_nights')).toBe(before);
  await admin.query(`insert into patients (org_id, first_name, last_name) values (1, 'Made', 'By hand')`);
  expect(await seedDemo(superuserUrl(), running().app.config, { today: TODAY, patients: PATIENTS + 5 })).toBe(
    PATIENTS + 20,
  );
  expect(await count('patients')).toBe(PATIENTS + MIGRATED + 21);
  await admin.query(`insert into patients (org_id, first_name, last_name) values (1, 'Another', 'By hand')`);
  expect(await isEmpty(superuserUrl())).toBe(false);
});

test('a set that began small later derives whose names are shared', async () => {
  const { adminUrl, drop } = await scratchDatabase();
  const client = new pg.Client({ connectionString: adminUrl });
  try {
    await client.connect();
    await seedDemo(adminUrl, { encryptionKey: TEST_KEY }, { today: TODAY, patients: 20, nightDays: 5 });
    await seedDemo(adminUrl, { encryptionKey: TEST_KEY }, { today: TODAY, patients: 80, nightDays: 5 });
    for (const table of ['organizations', 'users']) {
      const stored = await client.query(`select id, visible_org_ids from ${table} order by id`);
      await client.query(`update ${table} set visible_org_ids = '{}'`); // the trigger derives it
      expect((await client.query(`select id, visible_org_ids from ${table} order by id`)).rows).toEqual(stored.rows);
    }
    expect(
      (await client.query(`select from users where org_id = 2 and visible_org_ids = '{1,2}'`)).rowCount,
    ).toBeGreaterThan(2);
  } finally {
    await client.end();
    await drop();
  }
});

test('a database with other data is left unchanged', async () => {
  const { adminUrl, logins, drop } = await scratchDatabase();
  try {
    expect(await isEmpty(logins.org)).toBe(false); // bound by row-level security: it cannot see other rows
    await expect(seedDemo(logins.org, { encryptionKey: TEST_KEY })).rejects.toThrow('row-level security');
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query(`insert into organizations (name, type_id) values ('A real provider', 1)`);
    await client.end();
    await expect(seedDemo(adminUrl, { encryptionKey: TEST_KEY })).rejects.toThrow('other data');
  } finally {
    await drop();
  }
});

describe('the rows are consistent, including those of the bulk writer and copies of a cohort', () => {
  const COPIES = 12;
  let before: number;
  let indexes: string[];
  /** Every index and constraint of the database, as SQL. */
  const indexesNow = async () =>
    (
      await admin.query<{ sql: string }>(
        `select indexdef as sql from pg_indexes where schemaname = 'public'
          union all select conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1`,
      )
    ).rows.map(({ sql }) => sql);

  beforeAll(async () => {
    before = await count('patients');
    indexes = await indexesNow();
    const more = { today: TODAY, patients: PATIENTS + 20 + COPIES * 20, template: 1 };
    expect(await seedDemo(superuserUrl(), running().app.config, more)).toBe(more.patients);
  });

  test('every index and constraint that was dropped for the copies is there again', async () => {
    expect(indexes.length).toBeGreaterThan(100);
    expect(await indexesNow()).toEqual(indexes);
  });

  test('copies have the patients, machines, assignments and states of their cohort, and other names', async () => {
    expect(await count('patients')).toBe(before + COPIES * 20);
    expect(await count('machines')).toBe((PATIENTS + 20 + COPIES * 20) * 1.3);
    const copies = `patients where assigned_id like 'AL-%' and assigned_id > 'AL-${String(PATIENTS + 20).padStart(7, '0')}'`;
    expect(await count(copies)).toBe(COPIES * 20);
    expect(await count(`(select distinct email from ${copies} and email is not null) emails`)).toBe(
      await count(`${copies} and email is not null`),
    );
    expect(await count(`(select distinct name_key, birth_date from ${copies}) people`)).toBe(COPIES * 20);
    for (const table of ['settings_records', 'connections', 'usage_nights', 'compliance_results'])
      expect(
        await count(
          `(select from ${table} join ${copies.replace('where', 'p on p.id = patient_id where')}
             group by (right(assigned_id, 7)::int - 1) / 20 having count(*) > 0) cohorts`,
        ),
      ).toBe(COPIES);
  });

  test.each([
    [
      'no machine has two patients in one night',
      `device_history a join device_history b on a.machine_id = b.machine_id and a.id < b.id and daterange(a.start_date, a.end_date) && daterange(b.start_date, b.end_date)`,
    ],
    [
      'no patient has two devices in one night',
      `device_history a join device_history b on a.patient_id = b.patient_id and a.id < b.id and daterange(a.start_date, a.end_date) && daterange(b.start_date, b.end_date)`,
    ],
    [
      'the counts of a migration are those of its rows, and a patient that it added is as it was added',
      `patient_migrations m where (migrated_count, already_here_count, refused_count, undone_count, kept_count) <>
      (select count(*) filter (where result in ('migrated', 'undone', 'kept')), count(*) filter (where result = 'already_here'),
        count(*) filter (where result = 'refused'), count(*) filter (where result = 'undone'), count(*) filter (where result = 'kept')
        from patient_migration_rows r where r.migration_id = m.id)
      or exists (select from patient_migration_rows r join patients p on p.id = r.patient_id
        where r.migration_id = m.id and r.result = 'migrated' and r.fingerprint is distinct from patient_fingerprint(p))`,
    ],
    ['no night lasts more than a day', 'usage_nights where minutes > 1440'],
    [
      'every corrected night is in the date change audit log, by its dates and with an administrator of the owner',
      `usage_nights n where usage_date <> night and not exists (
        select from usage_date_changes c join users u on u.id = c.actor_user_id and u.org_id = n.machine_org_id and u.email = c.email
         where c.night_id = n.id and c.old_date = n.night and c.new_date = n.usage_date and c.created_at > n.arrived_at)`,
    ],
    [
      'every night lies in an assignment of its patient and machine',
      `usage_nights n where not exists (select from device_history h where h.org_id = n.org_id
      and h.patient_id = n.patient_id and h.machine_id = n.machine_id and h.machine_org_id = n.machine_org_id and daterange(h.start_date, h.end_date) @> n.night)`,
    ],
    ['no night lies in the future', `usage_nights where night >= '${TODAY}'`],
    [
      'one source holds a night, and it is the highest that has it',
      `(select from usage_nights group by machine_id, night having count(*) filter (where not overruled) <> 1
      or (array_agg(source order by array_position(array['wireless', 'sd', 'qr'], source)))[1] <> max(source) filter (where not overruled)) wrong`,
    ],
    [
      'every session belongs to an assignment',
      `connections c where not exists (select from device_history h where h.org_id = c.org_id and h.patient_id = c.patient_id
      and h.machine_id = c.machine_id and h.machine_org_id = c.machine_org_id)`,
    ],
    [
      'every settings record belongs to its assignment',
      'settings_records s where not exists (select from device_history h where h.id = s.history_id and h.patient_id = s.patient_id and h.org_id = s.org_id)',
    ],
    [
      'no iCode report was entered later than the day began',
      `icode_reports where created_at >= timestamp '${TODAY}' at time zone 'America/New_York'`,
    ],
    [
      'every iCode report names its machine',
      'icode_reports r where not exists (select from machines m where m.id = r.machine_id and m.serial = r.serial and m.org_id = r.machine_org_id)',
    ],
    [
      'every patient points to rows that exist',
      `patients p where not exists (select from organizations o where o.id = p.org_id) or (location_id is not null and not exists
      (select from locations l where l.org_id = p.org_id and l.id = location_id)) or (clinician_id is not null and not exists (select from users u where u.id = clinician_id and u.org_id = clinician_org_id))`,
    ],
    [
      'the current serial is that of the active device',
      `patients p where current_serial is distinct from
      (select m.serial from device_history h join machines m on m.id = h.machine_id where h.patient_id = p.id and h.end_date is null)`,
    ],
    [
      'a patient is visible to owner, provider, clinician and physician',
      `patients where visible_org_ids <> (select array_agg(distinct o order by o)
      from unnest(array[org_id, dme_id, clinician_org_id, physician_org_id]) o where o is not null)`,
    ],
    [
      'a machine is visible to its owner, to every organization that sees a patient of it, and to one that received it',
      `machines m where visible_org_ids <> (select array_agg(distinct o order by o) from
      (select m.org_id as o union select unnest(p.visible_org_ids) from device_history h join patients p on p.id = h.patient_id where h.machine_id = m.id
       union select a.org_id from hand_offs a where a.machine_id = m.id and a.side = 'asker' and a.state = 'accepted') seen)`,
    ],
    [
      'a machine is visible at its location and at those of its patients',
      `machines m where visible_location_ids <> (select coalesce(array_agg(distinct l order by l) filter (where l is not null), '{}') from
      (select m.location_id as l union select p.location_id from device_history h join patients p on p.id = h.patient_id where h.machine_id = m.id) seen)`,
    ],
    [
      'an iCode report is visible to every organization that sees its patient',
      'icode_reports r join patients p on p.id = r.patient_id where r.visible_org_ids <> p.visible_org_ids',
    ],
    [
      'every patient in therapy has a result of the compliance rule, and no other patient does',
      `patients p where (therapy_start is not null) <> exists (select from compliance_results c
      where c.patient_id = p.id and c.org_id = p.org_id and c.therapy_start = p.therapy_start)`,
    ],
    [
      'the dates of the compliance rule are on the patient row',
      `patients p left join compliance_results c on c.patient_id = p.id
      where (p.compliance_met_on, p.compliance_at_risk_on, p.compliance_cannot_be_met_on, p.compliance_closes_on, p.compliance_short_on, p.compliance_call_on, p.compliance_call_until)
         is distinct from (c.met_on, c.at_risk_on, c.cannot_be_met_on, c.closes_on, c.short_on, c.call_on, c.call_until)`,
    ],
    [
      'a module was last heard at the end of the latest session',
      `modules m where last_connected_at is distinct from
      (select max(coalesce(c.end_time, c.start_time)) from connections c where c.machine_id = m.machine_id)`,
    ],
    [
      'the last report is the last night',
      'patients p where last_report is distinct from (select max(night) from usage_nights n where n.patient_id = p.id)',
    ],
  ])('%s', async (_, violations) => {
    expect(await count(violations)).toBe(0);
  });
});
