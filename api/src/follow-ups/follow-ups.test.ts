import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { settingsRow } from '../../test/contract/isolation.fixture.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { sealed } from '../../test/sealed.ts';
import { runJob } from '../../test/run-job.ts';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { addDays, dayIn } from '../shared/dates.ts';

usePortalHere();

const HOUR = 3_600_000;
const ZONE = 'America/New_York';
const today = dayIn(ZONE, new Date());
const day = (days: number) => addDays(today, days);
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

const FIELDS =
  'id reason sinceDay until nightsNeeded nightsLeft iCodePeriods failureText otherReasons state hiddenUntil outcome note decidedAt decidedBy version assignee { id name } patient { databaseId lastName }';
const LIST = `query ($first: Int, $after: String, $state: FollowUpState, $reasons: [FollowUpReason!], $assigned: FollowUpAssigned) {
  followUps(first: $first, after: $after, state: $state, reasons: $reasons, assigned: $assigned) {
    edges { cursor node { ${FIELDS} } } pageInfo { hasNextPage hasPreviousPage endCursor } totalCount totalCountIsCapped unfilteredCount } }`;
const act = (name: string, type: string) =>
  `mutation ($input: ${type}!) { ${name}(input: $input) { userErrors { field code message } followUp { ${FIELDS} } conflict { ${FIELDS} } } }`;
const SNOOZE = act('snoozeFollowUp', 'SnoozeFollowUpInput');
const COMPLETE = act('completeFollowUp', 'CompleteFollowUpInput');
const ASSIGN = act('assignFollowUp', 'AssignFollowUpInput');
const REOPEN = act('reopenFollowUp', 'ReopenFollowUpInput');

type Row = Record<string, unknown> & {
  id: string;
  reason: string;
  state: string;
  version: number;
  patient: { databaseId: number; lastName: string };
};

const listed = async (viewer: TestViewer, variables: Record<string, unknown> = {}) =>
  (await viewer.gql(LIST, variables)).data.followUps;
const rowsOf = async (viewer: TestViewer, variables: Record<string, unknown> = {}): Promise<Row[]> =>
  (await listed(viewer, variables)).edges.map(({ node }: { node: Row }) => node);
const namesOf = async (viewer: TestViewer, variables: Record<string, unknown> = {}): Promise<string[]> =>
  (await rowsOf(viewer, variables)).map(({ patient, reason }) => `${patient.lastName} ${reason}`);

const decide = async (viewer: TestViewer, mutation: string, patient: Ref, reason: string, more: object = {}) => {
  const { data, errors } = await viewer.gql(mutation, { input: { patientId: String(patient.id), reason, ...more } });
  if (errors) throw new Error(JSON.stringify(errors));
  return Object.values(data as object)[0] as {
    userErrors: { field: string; code: string }[];
    followUp: Row | null;
    conflict: Row | null;
  };
};

async function using(orgId: number, name: string, patient: Record<string, unknown> = {}) {
  const holder = await makePatient(orgId, { last_name: name, ...patient });
  const machine = await makeMachine(orgId);
  return { holder, machine, history: await makeHistory(holder, machine) };
}

async function silent(orgId: number, name: string, hours: number, patient: Record<string, unknown> = {}): Promise<Ref> {
  const { holder, machine } = await using(orgId, name, patient);
  await admin.query('insert into modules (org_id, machine_id, serial) values ($1, $2, $3)', [
    machine.orgId,
    machine.id,
    `M${machine.id}`,
  ]);
  await make('connections', {
    org_id: holder.orgId,
    patient_id: holder.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    start_time: ago(hours),
    end_time: ago(hours),
    terminal_type: 1,
  });
  return holder;
}

async function failed(orgId: number, name: string, hours: number, more: Record<string, unknown> = {}): Promise<Ref> {
  const { holder, history } = await using(orgId, name);
  await make(
    'settings_records',
    settingsRow({
      org_id: holder.orgId,
      patient_id: holder.id,
      history_id: history,
      status: 'failed',
      is_edit: true,
      submitted_at: ago(hours + 5),
      answered_at: ago(hours),
      failure: 'refused',
      ...more,
    }),
  );
  return holder;
}

/** A patient with a stored result that has these dates. */
async function stored(orgId: number, name: string, dates: Record<string, string | number | null>): Promise<Ref> {
  const patient = await makePatient(orgId, { last_name: name, therapy_start: day(-70) });
  const row = { closes_on: day(20), ...dates };
  await admin.query(
    `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, computed_at, ${Object.keys(row).join(', ')})
     values ($1, $2, 'CMS PAP', 1, 90, $3, now(), ${Object.keys(row)
       .map((_, n) => `$${n + 4}`)
       .join(', ')})`,
    [orgId, patient.id, day(-70), ...Object.values(row)],
  );
  return patient;
}

const short = (shortOn: number, cannotBeMetOn: number) => ({
  short_on: day(shortOn),
  at_risk_on: day(shortOn + 3),
  cannot_be_met_on: day(cannotBeMetOn),
});
const call = (on: number, until: number, longest: number | null = null) => ({
  call_on: day(on),
  call_until: day(until),
  call_longest: longest,
});

afterEach(() => {
  running().app.now = () => new Date();
});

describe('the list', () => {
  let viewer: TestViewer;
  beforeAll(async () => {
    viewer = await asViewer();
    const { orgId } = viewer;
    await failed(orgId, 'Failed', 30);
    await silent(orgId, 'Silent', 49);
    await silent(orgId, 'Silent long', 200);
    await silent(orgId, 'Heard', 47);
    await stored(orgId, 'Short since today', short(0, 5));
    await stored(orgId, 'Short first', short(-2, 3));
    await stored(orgId, 'Short tomorrow', short(1, 6));
    await stored(orgId, 'Last day', short(-9, 1));
    await stored(orgId, 'Out of reach since today', short(-9, 0));
    await stored(orgId, 'Closed today', { ...short(-9, 5), closes_on: today });
    await stored(orgId, 'Met', { met_on: day(-1) });
    await stored(orgId, 'Call today', call(0, 2, 90));
    await stored(orgId, 'Call on the last day', call(-5, 0, 90));
    await stored(orgId, 'Call tomorrow', call(1, 9));
    await stored(orgId, 'Call too late', call(-9, -1));
  });

  test('has what is due today, first what ends first, and what has no end by the time since which it is so', async () => {
    expect(await namesOf(viewer)).toEqual([
      'Last day NIGHTS_NEEDED',
      'Call on the last day ICODE_CALL',
      'Short first NIGHTS_NEEDED',
      'Call today ICODE_CALL',
      'Short since today NIGHTS_NEEDED',
      'Silent long SILENT',
      'Silent SILENT',
      'Failed SETTINGS_FAILED',
    ]);
  });

  test('says since when, until when and what to ask for', async () => {
    const rows = new Map((await rowsOf(viewer)).map((row) => [row.patient.lastName, row]));
    const none = { state: 'OPEN', version: 0, assignee: null, hiddenUntil: null, outcome: null, note: null };
    expect(rows.get('Last day')).toMatchObject({ sinceDay: day(-9), until: today, iCodePeriods: null, ...none });
    expect(rows.get('Short since today')).toMatchObject({ sinceDay: today, until: day(4) });
    expect(rows.get('Call today')).toMatchObject({ sinceDay: today, until: day(2), iCodePeriods: [30] });
    expect(rows.get('Call on the last day')).toMatchObject({ until: today, iCodePeriods: [30, 90] });
    expect(rows.get('Silent')).toMatchObject({ sinceDay: dayIn(ZONE, ago(49)), until: null, nightsNeeded: null });
    expect(rows.get('Failed')).toMatchObject({
      id: `${rows.get('Failed')!.patient.databaseId}-SETTINGS_FAILED`,
      sinceDay: dayIn(ZONE, ago(30)),
      failureText: expect.stringContaining('refused'),
      otherReasons: [],
    });
  });

  test('changes at midnight of the organization', async () => {
    // Midnight at the start of tomorrow in New York; in UTC it is tomorrow hours before.
    const midnight = (await admin.query('select ($1::date::timestamp at time zone $2) as at', [day(1), ZONE])).rows[0]
      .at;
    const at = async (shift: number) => {
      running().app.now = () => new Date(midnight.getTime() + shift);
      return namesOf(viewer, { reasons: ['NIGHTS_NEEDED', 'ICODE_CALL'] });
    };
    const before = await at(-1000);
    expect(before).toContain('Last day NIGHTS_NEEDED');
    expect(before).not.toContain('Call tomorrow ICODE_CALL');
    expect(await at(0)).toEqual([
      'Short first NIGHTS_NEEDED',
      'Call today ICODE_CALL',
      'Short since today NIGHTS_NEEDED',
      'Short tomorrow NIGHTS_NEEDED',
      'Call tomorrow ICODE_CALL',
    ]);
  });

  test('of some reasons has no others, and its pages of one have each row once', async () => {
    expect(await namesOf(viewer, { reasons: ['SETTINGS_FAILED', 'SILENT'] })).toEqual([
      'Silent long SILENT',
      'Silent SILENT',
      'Failed SETTINGS_FAILED',
    ]);
    const all = await namesOf(viewer);
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const { edges, pageInfo, totalCount, unfilteredCount } = await listed(viewer, { first: 1, after });
      seen.push(...edges.map(({ node }: { node: Row }) => `${node.patient.lastName} ${node.reason}`));
      expect([totalCount, unfilteredCount]).toEqual([8, 8]);
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(all);
    expect(await listed(viewer, { reasons: ['SILENT'] })).toMatchObject({ totalCount: 2, unfilteredCount: 8 });
  });

  test('pages through follow-ups that are equal but for the patient and the reason', async () => {
    const other = await asViewer();
    for (const name of ['A', 'B', 'C']) await stored(other.orgId, name, { ...short(-1, 4), ...call(-1, 3) });
    const all = await namesOf(other);
    expect(all).toEqual(['A', 'B', 'C'].flatMap((name) => [`${name} NIGHTS_NEEDED`, `${name} ICODE_CALL`]));
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const { edges, pageInfo } = await listed(other, { first: 1, after });
      seen.push(...edges.map(({ node }: { node: Row }) => `${node.patient.lastName} ${node.reason}`));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(seen).toEqual(all);
    expect((await rowsOf(other))[0]!.otherReasons).toEqual(['ICODE_CALL']);
  });

  test('is counted by reason, and on the home page with its first ten rows', async () => {
    const counts = [
      { reason: 'NIGHTS_NEEDED', count: 3, countIsCapped: false },
      { reason: 'ICODE_CALL', count: 2, countIsCapped: false },
      { reason: 'SILENT', count: 2, countIsCapped: false },
      { reason: 'SETTINGS_FAILED', count: 1, countIsCapped: false },
    ];
    const { data } = await viewer.gql(
      '{ followUpCounts { reason count countIsCapped } dashboard { followUpCounts { reason count countIsCapped } followUps { reason patient { lastName } } } }',
    );
    expect(data.followUpCounts).toEqual(counts);
    expect(data.dashboard.followUpCounts).toEqual(counts);
    const names = data.dashboard.followUps.map(({ reason, patient }: Row) => `${patient.lastName} ${reason}`);
    expect(names).toEqual(await namesOf(viewer));
  });

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 201 }, 'first'],
    [{ after: 'no cursor' }, 'after'],
    [{ after: sealed('["2026-01-01","2026-01-01 00:00:00+00",1,"silent"]') }, 'after'],
    [{ after: sealed('[null,"now()",1,"silent"]') }, 'after'],
    [{ after: sealed('[null,"-infinity",1,"none"]') }, 'after'],
  ])('with %j is refused at %s', async (variables, field) => {
    expect(JSON.stringify((await viewer.gql(LIST, variables)).errors)).toContain(field);
  });

  test('of REST has the same rows, by page and by token, and refuses other values', async () => {
    const all = await rowsOf(viewer);
    const first = await viewer.rest('GET', '/api/follow-ups?limit=5');
    expect(first.body).toMatchObject({ total: 8, recordsTotal: 8, from: 1, to: 5 });
    const second = await viewer.rest('GET', '/api/follow-ups?limit=5&page=2');
    const byToken = await viewer.rest('GET', `/api/follow-ups?limit=5&next=${first.body.next_token}`);
    expect(byToken.body.data).toEqual(second.body.data);
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id.toUpperCase());
    expect(ids).toEqual(all.map(({ id }) => id));
    for (const query of ['state=gone', 'reasons=silent,x', 'assigned=you', 'next=3.x']) {
      const { status, body } = await viewer.rest('GET', `/api/follow-ups?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    }
  });

  test('is a file with every row, for those who may save patients', async () => {
    const { status, text } = await viewer.rest('GET', '/api/follow-ups?csv=true&reasons=silent');
    const [titles, line] = text.replace('\ufeff', '').split('\r\n');
    expect([status, titles!.split(',').slice(0, 4)]).toEqual([200, ['Patient', 'Reason', 'Since', 'Until']]);
    expect(line).toContain(`Silent device,${dayIn(ZONE, ago(200))}`);
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await reader.rest('GET', '/api/follow-ups?csv=true')).status).toBe(403);
  });

  test('of 30 rows takes as many statements as of one', async () => {
    const [few, many] = [await asViewer(), await asViewer()];
    const fill = async (orgId: number, times: number) => {
      for (let n = 0; n < times; n += 1) {
        await stored(orgId, `Short ${n}`, { ...short(-1, 4), ...call(-1, 3) });
        await failed(orgId, `Failed ${n}`, 60);
        await silent(orgId, `Silent ${n}`, 60);
      }
    };
    await fill(few.orgId, 1);
    await fill(many.orgId, 8);
    const [one, some] = [await countQueries(() => few.gql(LIST)), await countQueries(() => many.gql(LIST))];
    expect(one.result.data.followUps.edges).toHaveLength(4);
    expect(some.result.data.followUps.edges).toHaveLength(32);
    expect(some.statements).toBe(one.statements);
  });

  test('is of each patient too: open, snoozed and done, and none of another patient', async () => {
    const staff = await asViewer();
    const OF_PATIENTS = `query { patients { edges { node { databaseId followUps { ${FIELDS} } } } } }`;
    const ofPatients = async () =>
      new Map<number, Row[]>(
        (await staff.gql(OF_PATIENTS)).data.patients.edges.map(
          ({ node }: { node: { databaseId: number; followUps: Row[] } }) => [node.databaseId, node.followUps],
        ),
      );
    const both = await stored(staff.orgId, 'Both', { ...short(-1, 4), ...call(-1, 3) });
    const quiet = await silent(staff.orgId, 'Quiet', 60);
    const well = await makePatient(staff.orgId, { last_name: 'Well' });
    await decide(staff, SNOOZE, both, 'ICODE_CALL', { until: day(3) });
    await decide(staff, COMPLETE, quiet, 'SILENT', { outcome: 'REACHED' });
    const statements = await countQueries(() => staff.gql(OF_PATIENTS));
    const found = await ofPatients();
    const shown = ({ id }: Ref) => found.get(id)!.map(({ reason, state }) => [reason, state]);
    expect(shown(both)).toEqual([
      ['NIGHTS_NEEDED', 'OPEN'],
      ['ICODE_CALL', 'SNOOZED'],
    ]);
    expect(shown(quiet)).toEqual([['SILENT', 'DONE']]);
    expect(shown(well)).toEqual([]);
    expect(found.get(quiet.id)).toEqual(await rowsOf(staff, { state: 'DONE' }));
    await silent(staff.orgId, 'Silent too', 60);
    expect((await countQueries(() => staff.gql(OF_PATIENTS))).statements).toBe(statements.statements);
  });

  test('has the nights that the page of the patient has', async () => {
    const trial = await asViewer();
    // Of the nights before the two that may still arrive, three of the last window of 30 days were used.
    const start = day(-71);
    const patient = await makePatient(trial.orgId, { last_name: 'Trial', therapy_start: start });
    const machine = await makeMachine(trial.orgId);
    await makeHistory(patient, machine, { start_date: start });
    for (let n = 0; n < 69; n += 1)
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: addDays(start, n),
        source: 'sd',
        minutes: n >= 60 && n < 63 ? 300 : 0,
      });
    await runJob(recomputeComplianceJob, { patientId: patient.id });
    const [row] = await rowsOf(trial, { reasons: ['NIGHTS_NEEDED'] });
    const { data } = await trial.gql('query ($id: ID!) { patient(id: $id) { compliance { nightsNeeded } } }', {
      id: String(patient.id),
    });
    expect(row!.nightsNeeded).toBe(data.patient.compliance.nightsNeeded);
    // 21 less the three; the nights from number 69 to 89, of which three may be missed.
    expect([row!.nightsNeeded, row!.nightsLeft]).toEqual([18, 21]);
  });
});

describe('what staff decides', () => {
  let viewer: TestViewer;
  beforeAll(async () => {
    viewer = await asViewer();
  });
  const open = (variables: Record<string, unknown> = {}) => namesOf(viewer, { reasons: ['SILENT'], ...variables });

  test('a snoozed follow-up is hidden until its day', async () => {
    const patient = await silent(viewer.orgId, 'Snoozed', 90);
    const { userErrors, followUp } = await decide(viewer, SNOOZE, patient, 'SILENT', {
      until: day(2),
      note: ' later \r\n',
    });
    expect([userErrors, followUp]).toMatchObject([[], { state: 'SNOOZED', hiddenUntil: day(2), note: 'later' }]);
    expect(await open()).not.toContain('Snoozed SILENT');
    expect(await open({ state: 'SNOOZED' })).toContain('Snoozed SILENT');
    expect(await open({ state: 'DONE' })).not.toContain('Snoozed SILENT');
    running().app.now = () => new Date(Date.now() + 24 * HOUR);
    expect(await open()).not.toContain('Snoozed SILENT');
    running().app.now = () => new Date(Date.now() + 48 * HOUR);
    expect(await open()).toContain('Snoozed SILENT');
    expect(await open({ state: 'SNOOZED' })).not.toContain('Snoozed SILENT');
  });

  test('a done one has its outcome, and comes back after seven days', async () => {
    const patient = await silent(viewer.orgId, 'Done', 90);
    const { followUp } = await decide(viewer, COMPLETE, patient, 'SILENT', { outcome: 'LEFT_MESSAGE' });
    expect(followUp).toMatchObject({
      state: 'DONE',
      outcome: 'LEFT_MESSAGE',
      hiddenUntil: day(7),
      decidedBy: expect.stringContaining(','),
    });
    expect(await open({ state: 'DONE' })).toContain('Done SILENT');
    running().app.now = () => new Date(Date.now() + 7 * 24 * HOUR);
    const [row] = (await rowsOf(viewer)).filter((one) => one.patient.lastName === 'Done');
    expect(row).toMatchObject({ state: 'OPEN', outcome: 'LEFT_MESSAGE', hiddenUntil: null });
  });

  test('a reason that began again after the act is shown at once', async () => {
    const patient = await failed(viewer.orgId, 'Failed again', 3);
    await decide(viewer, COMPLETE, patient, 'SETTINGS_FAILED', { outcome: 'REACHED' });
    expect(await namesOf(viewer, { reasons: ['SETTINGS_FAILED'] })).not.toContain('Failed again SETTINGS_FAILED');
    await admin.query("update settings_records set answered_at = now() + interval '1 second' where patient_id = $1", [
      patient.id,
    ]);
    expect(await namesOf(viewer, { reasons: ['SETTINGS_FAILED'] })).toContain('Failed again SETTINGS_FAILED');
  });

  test('an assigned one stays hidden as long as it was, and is reopened with its colleague', async () => {
    const patient = await silent(viewer.orgId, 'Assigned', 90);
    const colleague = await asViewer({ orgId: viewer.orgId });
    const first = await decide(viewer, SNOOZE, patient, 'SILENT', { until: day(5), note: 'busy' });
    const { version } = first.followUp!;
    const { followUp } = await decide(viewer, ASSIGN, patient, 'SILENT', { userId: String(colleague.userId), version });
    expect(followUp).toMatchObject({
      state: 'SNOOZED',
      hiddenUntil: day(5),
      note: 'busy',
      assignee: { name: expect.any(String) },
    });
    expect(await namesOf(colleague, { state: 'SNOOZED', assigned: 'ME' })).toEqual(['Assigned SILENT']);
    expect(await open({ state: 'SNOOZED', assigned: 'ME' })).toEqual([]);
    const again = await decide(viewer, REOPEN, patient, 'SILENT', { version: followUp!.version });
    expect(again.followUp).toMatchObject({
      state: 'OPEN',
      hiddenUntil: null,
      note: null,
      assignee: followUp!.assignee,
    });
    expect(await namesOf(colleague, { assigned: 'ME' })).toEqual(['Assigned SILENT']);
    expect(await open({ assigned: 'NO_ONE' })).not.toContain('Assigned SILENT');
    const none = await decide(viewer, ASSIGN, patient, 'SILENT', { userId: null, version: again.followUp!.version });
    expect(none.followUp).toMatchObject({ assignee: null });
    expect(await open({ assigned: 'NO_ONE' })).toContain('Assigned SILENT');
  });

  test('is refused when another user acted in between, with what they decided', async () => {
    const patient = await silent(viewer.orgId, 'Conflict', 90);
    await decide(viewer, SNOOZE, patient, 'SILENT', { until: day(3) });
    const { userErrors, followUp, conflict } = await decide(viewer, COMPLETE, patient, 'SILENT', {
      outcome: 'REACHED',
    });
    expect(userErrors).toMatchObject([{ field: '', code: 'conflict' }]);
    expect([followUp, conflict]).toMatchObject([null, { state: 'SNOOZED', hiddenUntil: day(3) }]);
  });

  test.each([null, 'one'])('of two acts at the same time on the version %s one is a conflict', async (version) => {
    const patient = await silent(viewer.orgId, `Both ${version}`, 90);
    const seen = version && (await decide(viewer, ASSIGN, patient, 'SILENT', { userId: null })).followUp!.version;
    const both = await Promise.all([
      decide(viewer, SNOOZE, patient, 'SILENT', { until: day(3), version: seen }),
      decide(viewer, COMPLETE, patient, 'SILENT', { outcome: 'NO_ANSWER', version: seen }),
    ]);
    expect(both.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(['conflict']);
    const { rows } = await admin.query(
      'select count(*)::int as current from follow_ups where patient_id = $1 and replaced_at is null',
      [patient.id],
    );
    expect(rows).toEqual([{ current: 1 }]);
  });

  test('is refused when the reason no longer holds', async () => {
    const patient = await makePatient(viewer.orgId);
    const { userErrors } = await decide(viewer, COMPLETE, patient, 'SILENT', { outcome: 'REACHED' });
    expect(userErrors).toMatchObject([{ field: '', code: 'follow_up.ended' }]);
  });

  test.each([
    ['snoozed until today', SNOOZE, { until: today }, 'until', 'follow_up.day'],
    ['snoozed for 91 days', SNOOZE, { until: day(91) }, 'until', 'follow_up.day'],
    [
      'done and shown again today',
      COMPLETE,
      { outcome: 'REACHED', lookAgainOn: today },
      'lookAgainOn',
      'follow_up.day',
    ],
    ['done for 91 days', COMPLETE, { outcome: 'REACHED', lookAgainOn: day(91) }, 'lookAgainOn', 'follow_up.day'],
    [
      'a note of 501 characters',
      COMPLETE,
      { outcome: 'REACHED', note: 'x'.repeat(501) },
      'note',
      'follow_up.note_too_long',
    ],
    ['assigned to no user', ASSIGN, { userId: '999999999' }, 'userId', 'follow_up.assignee'],
  ])('%s is refused at its field', async (_title, mutation, more, field, code) => {
    const patient = await silent(viewer.orgId, 'Wrong', 90);
    const { userErrors, followUp } = await decide(viewer, mutation, patient, 'SILENT', more);
    expect([userErrors, followUp]).toMatchObject([[{ field, code }], null]);
  });

  test.each([
    ['snoozed until tomorrow', SNOOZE, { until: day(1) }],
    ['snoozed for 90 days', SNOOZE, { until: day(90) }],
    [
      'done for 90 days with a note of 500 characters',
      COMPLETE,
      { outcome: 'WRONG_NUMBER', lookAgainOn: day(90), note: '😀'.repeat(500) },
    ],
    ['done and shown again tomorrow', COMPLETE, { outcome: 'NOT_NEEDED', lookAgainOn: day(1) }],
  ])('%s is taken', async (_title, mutation, more) => {
    const patient = await silent(viewer.orgId, 'Right', 90);
    expect((await decide(viewer, mutation, patient, 'SILENT', more)).userErrors).toEqual([]);
  });

  test('is written by REST, with the names of its fields', async () => {
    const patient = await silent(viewer.orgId, 'REST', 90);
    const path = `/api/follow-ups/${patient.id}/silent`;
    const snoozed = await viewer.rest('POST', `${path}/snooze`, { until: day(3), note: 'n', version: null });
    expect([snoozed.status, snoozed.body.data]).toMatchObject([200, { state: 'snoozed', hidden_until: day(3) }]);
    const stale = await viewer.rest('POST', `${path}/done`, { outcome: 'reached' });
    expect([stale.status, stale.body.code]).toEqual([422, 'conflict']);
    const { version } = snoozed.body.data;
    const wrong = await viewer.rest('POST', `${path}/done`, { outcome: 'reached', look_again_on: today, version });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['look_again_on']]);
    const assigned = await viewer.rest('POST', `${path}/assign`, { user_id: viewer.userId, version });
    expect(assigned.body.data).toMatchObject({ assignee: { id: viewer.userId } });
    const reopened = await viewer.rest('POST', `${path}/reopen`, { version: assigned.body.data.version });
    expect(reopened.body.data).toMatchObject({ state: 'open', assignee: { id: viewer.userId } });
    expect((await viewer.rest('POST', `/api/follow-ups/${patient.id}/none/reopen`, {})).status).toBe(404);
  });

  test('is in the timeline of the patient, with its time, its user and its note', async () => {
    const patient = await silent(viewer.orgId, 'Timeline', 90);
    const one = await decide(viewer, SNOOZE, patient, 'SILENT', { until: day(2), note: 'On holiday' });
    const two = await decide(viewer, ASSIGN, patient, 'SILENT', {
      userId: String(viewer.userId),
      version: one.followUp!.version,
    });
    const three = await decide(viewer, REOPEN, patient, 'SILENT', { version: two.followUp!.version });
    await decide(viewer, COMPLETE, patient, 'SILENT', {
      outcome: 'REACHED',
      note: 'Charged',
      version: three.followUp!.version,
    });
    const READ = `query ($id: ID!) { patientTimeline(patientId: $id, first: 200, kinds: [FOLLOW_UP_DONE, FOLLOW_UP_SNOOZED, FOLLOW_UP_ASSIGNED, FOLLOW_UP_REOPENED]) {
      edges { node { kind recordedAt actor reason description details { name value } } } } }`;
    const { data } = await viewer.gql(READ, { id: String(patient.id) });
    const facts = data.patientTimeline.edges.map(({ node }: { node: object }) => node);
    expect(facts).toMatchObject([
      {
        kind: 'FOLLOW_UP_DONE',
        reason: 'Charged',
        description: expect.stringContaining('Silent device'),
        actor: expect.stringContaining(','),
      },
      { kind: 'FOLLOW_UP_REOPENED', reason: null },
      { kind: 'FOLLOW_UP_ASSIGNED', reason: null },
      { kind: 'FOLLOW_UP_SNOOZED', reason: 'On holiday' },
    ]);
    expect(facts[0].details).toContainEqual({ name: 'outcome', value: 'reached' });
  });
});

describe('who sees and decides', () => {
  let viewer: TestViewer;
  let patient: Ref;
  beforeAll(async () => {
    viewer = await asViewer();
    patient = await silent(viewer.orgId, 'Shared', 90);
  });

  test('two organizations that share a patient decide separately', async () => {
    const clinic = await makeOrganization('clinical');
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, clinic]);
    const partner = await asViewer({ orgId: clinic });
    expect(await namesOf(partner)).toEqual(['Shared SILENT']);
    await decide(viewer, COMPLETE, patient, 'SILENT', { outcome: 'REACHED', note: 'Ours' });
    expect([await namesOf(viewer), await namesOf(partner)]).toEqual([[], ['Shared SILENT']]);
    expect(await rowsOf(partner)).toMatchObject([{ version: 0, note: null }]);
    const { followUp } = await decide(partner, SNOOZE, patient, 'SILENT', { until: day(4) });
    expect(followUp).toMatchObject({ state: 'SNOOZED' });
    expect(await rowsOf(viewer, { state: 'DONE' })).toMatchObject([{ note: 'Ours' }]);
    const { data } = await partner.gql(
      'query ($id: ID!) { patientTimeline(patientId: $id, kinds: [FOLLOW_UP_DONE, FOLLOW_UP_SNOOZED]) { edges { node { kind } } } }',
      { id: String(patient.id) },
    );
    expect(data.patientTimeline.edges).toEqual([{ node: { kind: 'FOLLOW_UP_SNOOZED' } }]);
    // A colleague is one of the own organization.
    const { userErrors } = await decide(partner, ASSIGN, patient, 'SILENT', {
      userId: String(viewer.userId),
      version: followUp!.version,
    });
    expect(userErrors).toMatchObject([{ field: 'userId', code: 'follow_up.assignee' }]);
  });

  test('another organization finds no such patient', async () => {
    const foreign = await asViewer();
    expect(await namesOf(foreign)).toEqual([]);
    const input = { patientId: String(patient.id), reason: 'SILENT', until: day(1) };
    expect((await foreign.gql(SNOOZE, { input })).errors).toHaveLength(1);
    expect((await foreign.rest('POST', `/api/follow-ups/${patient.id}/silent/reopen`, {})).status).toBe(404);
  });

  test('a user of locations sees and assigns within them', async () => {
    const { orgId } = viewer;
    const albany = await make('locations', { org_id: orgId, name: 'Albany' });
    const troy = await make('locations', { org_id: orgId, name: 'Troy' });
    const here = await silent(orgId, 'In Albany', 90, { location_id: albany });
    const staff = { orgId, roles: ['location.ep.staff'] };
    const limited = await asViewer({ ...staff, locationIds: [albany] });
    const elsewhere = await asViewer({ ...staff, locationIds: [troy] });
    expect([await namesOf(limited), await namesOf(elsewhere)]).toEqual([['In Albany SILENT'], []]);
    const { data } = await limited.gql('query ($id: ID!) { followUpAssignees(patientId: $id) { id name } }', {
      id: String(here.id),
    });
    const ids = data.followUpAssignees.map(({ id }: { id: string }) =>
      Number(Buffer.from(id, 'base64url').toString().split(':')[1]),
    );
    expect(ids).toEqual(expect.arrayContaining([limited.userId, viewer.userId]));
    expect(ids).not.toContain(elsewhere.userId);
    const { userErrors } = await decide(limited, ASSIGN, here, 'SILENT', { userId: String(elsewhere.userId) });
    expect(userErrors).toMatchObject([{ code: 'follow_up.assignee' }]);
  });

  test('colleagues are found by a part of their name; no one else, and none who was deactivated', async () => {
    const { orgId } = viewer;
    const found = async (search: string) =>
      (
        await viewer.gql(
          'query ($id: ID!, $search: String) { followUpAssignees(patientId: $id, search: $search) { name } }',
          { id: String(patient.id), search },
        )
      ).data.followUpAssignees;
    const someone = await asViewer({ orgId });
    await admin.query("update users set last_name = 'Núñez%', first_name = 'Ana' where id = $1", [someone.userId]);
    expect(await found('nunez')).toEqual([{ name: 'Núñez%, Ana' }]);
    expect(await found('%')).toEqual([{ name: 'Núñez%, Ana' }]);
    await admin.query('update users set active = false where id = $1', [someone.userId]);
    expect(await found('nunez')).toEqual([]);
  });

  test('acting takes the permission to write notes, and support staff acts only in an organization', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    const input = { patientId: String(patient.id), reason: 'SILENT' };
    expect((await reader.gql(REOPEN, { input })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const support = await asViewer({ kind: 'support' });
    expect((await support.gql(REOPEN, { input })).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(await namesOf(support, { reasons: ['SILENT'] })).toContain('Shared SILENT');
  });
});
