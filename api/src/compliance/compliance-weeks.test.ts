import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { sendCard } from '../../test/card-upload.ts';
import { byHand, dateOf, type Moment } from '../../test/compliance-by-hand.ts';
import { asDevice } from '../../test/device.ts';
import { happened, timeOfDatabase } from '../../test/happened.ts';
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
  type RestAnswer,
  type TestViewer,
} from '../../test/harness.ts';
import { setClock } from '../../test/second-factor.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { g3xCard } from '../demo/cards/g3x-card.ts';
import { legacyCard } from '../demo/cards/legacy-card.ts';
import { Random } from '../demo/random.ts';
import { encodeIc1 } from '../icode-reports/ic1.codec.ts';
import { addDays } from '../shared/dates.ts';
import { Context } from '../shared/context.ts';
import { readUpload } from '../uploads/uploads-reading.ts';

// What the portal said in each week of a trial is what it says later as of that day (decisions/115, 116, 130). The plan of
// the acts is made from SEED, so that a run is the same again.

const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-weeks-`));
usePortalHere({ dataDir });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** For what is read of several patients at once. */
let pool: pg.Pool;

const SEED = 12;
const WEEKS = 12;
const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);

const FIELDS = `asOf timezone state therapyStart metOn windowStart windowEnd compliantDays nightsNeeded earliestDate latestDate atRiskOn cannotBeMetOn
  correctedNights missingNights ledger { date day minutes source state corrected reports { source minutes recorded corrected outcome } }`;
const READ = `query { patients(first: 10) { edges { node { databaseId compliance { ${FIELDS} } } } } }`;
const READ_LATER = `query ($asOf: Date, $knownAt: DateTime) { patients(first: 10) { edges { node { databaseId
  ofThen: compliance(asOf: $asOf) { ${FIELDS} } knownThen: compliance(asOf: $asOf, knownAt: $knownAt) { ${FIELDS} } } } } }`;
const STORED = 'query { patients(first: 10) { edges { node { databaseId compliance { isStored } } } } }';
const CHANGE =
  'mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { userErrors { field code } } }';
const UNDO = 'mutation ($input: UndoUsageDatesInput!) { undoUsageDates(input: $input) { userErrors { field code } } }';
const CONFIRM = 'mutation ($input: ConfirmUploadInput!) { confirmUpload(input: $input) { userErrors { field code } } }';

type Machine = Awaited<ReturnType<typeof makeMachine>>;
interface Person {
  nth: number;
  random: Random;
  /** The user who acts, in the zone of the patient's organization. */
  staff: TestViewer;
  /** The provider's staff, or another user of the organization. */
  reader: TestViewer;
  patient: Ref;
  machine: Machine;
  isLegacy: boolean;
  start: string;
  assignment: number | null;
  voided: number[];
  /** Minutes by the evening's date. */
  worn: Map<string, number>;
  unsent: Set<string>;
  waitingCard: number | null;
  acts: string[];
  moments: Moment[];
}
interface Now {
  number: number;
  time: string;
}

const counts = new Map<string, number>();
const offset = ({ nth }: Person) => (nth % 5 === 0 ? 14 : 0);

async function people(): Promise<Person[]> {
  const zones = [null, 'Pacific/Honolulu', 'Asia/Tokyo'];
  const groups = await Promise.all(
    zones.map(async (zone) => {
      const orgId = await makeOrganization(zone ? 'clinical' : 'ep', { timezone: 'America/New_York' });
      return { orgId, providerId: zone === null ? null : await makeOrganization('ep', { timezone: zone }) };
    }),
  );
  const made: Person[] = [];
  for (let nth = 0; nth < 30; nth += 1) {
    const { orgId, providerId } = groups[nth % 3]!;
    const random = new Random(SEED * 1000 + nth);
    const created = `${day(1)}T10:00:00Z`;
    const start = addDays(START, random.pick([-45, -20, 0, 0, 3, 6]));
    const patient = await makePatient(orgId, { therapy_start: start, dme_id: providerId, created_at: created });
    const machine = await makeMachine(orgId, { serial: `F39${String(SEED * 1000 + nth).padStart(8, '0')}` });
    const assignment = await makeHistory(patient, machine, { start_date: addDays(START, -60), created_at: created });
    const often = random.pick([0.95, 0.85, 0.7, 0.5]);
    const worn = new Map<string, number>();
    for (let number = -30; number <= 7 * WEEKS + 1; number += 1)
      if (random.chance(often)) worn.set(day(number), random.chance(0.8) ? random.int(240, 520) : random.int(0, 239));
    made.push({
      nth,
      random,
      staff: await asViewer({ orgId, kind: 'ep' }),
      reader: await asViewer({ orgId: providerId ?? orgId }),
      patient,
      machine,
      isLegacy: nth % 2 === 1,
      start,
      assignment,
      voided: [],
      worn,
      unsent: new Set(worn.keys()),
      waitingCard: null,
      acts: [],
      moments: [],
    });
  }
  return made;
}

/** Sends what the device has not sent yet: some nights wait for a later time, and the newest one still grows. */
async function send(person: Person, { number, time }: Now): Promise<void> {
  const { random, worn, unsent, machine } = person;
  const zone = offset(person) === 0 ? 'Z' : `+${offset(person)}:00`;
  const local = new Date(Date.parse(time) + offset(person) * 3_600_000).toISOString().replace(/\.\d+Z$/, zone);
  const newest = dateOf(new Date(Date.parse(time) + (offset(person) - 12) * 3_600_000).toISOString(), 'UTC');
  const due = [...unsent].filter((date) => date <= newest && (date === newest || random.chance(0.75)));
  const nights = due.map((night) => ({
    night,
    minutes: night === newest ? Math.floor(worn.get(night)! / 2) : worn.get(night)!,
  }));
  if (nights.length === 0) return;
  const { status } = await asDevice(machine.serial).post('/nights', { device_time: local, nights });
  expect(status).toBe(200);
  for (const { night } of nights) if (night !== newest) unsent.delete(night);
  person.acts.push(`${number} sends ${nights.map(({ night, minutes }) => `${night}:${minutes}`).join(' ')}`);
}

/** Does the work of one patient after the other, of a few at once. */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = [...all.entries()];
  const next = async (): Promise<void> => {
    for (let found; (found = left.shift());) results[found[0]] = await work(found[1]);
  };
  await Promise.all(Array.from({ length: 4 }, next));
  return results;
}

/** Returns the data of an answer without errors. */
async function ask(viewer: TestViewer, query: string, variables: Record<string, unknown>) {
  const { data, errors } = await viewer.gql(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

const accepted = ({ status }: RestAnswer) => status < 300;
const nightsOf = async ({ machine }: Person) =>
  (
    await pool.query<{ id: string; night: string; date: string; source: string }>(
      'select id::text, night::text, usage_date::text as date, source from usage_nights where machine_id = $1 order by night, source',
      [machine.id],
    )
  ).rows;

/** What staff does. Each says whether the portal took it: refusals of the rules are part of the trial. */
const ACTS: Record<string, (person: Person, now: Now) => Promise<boolean>> = {
  correct: async (person, { number }) => {
    const one = person.random.pick(await nightsOf(person));
    if (!one) return false;
    const newDate = day(person.random.int(1, number));
    const input = {
      machineId: String(person.machine.id),
      source: one.source.toUpperCase(),
      changes: [{ id: one.id, newDate }],
    };
    return (
      (await ask(person.staff, CHANGE, { input })).changeUsageDates.userErrors.length === 0 && newDate !== one.date
    );
  },
  undo: async (person) => {
    const moved = (await nightsOf(person)).filter(({ night, date }) => night !== date);
    if (moved.length === 0) return false;
    const { id, source } = person.random.pick(moved);
    const input = { machineId: String(person.machine.id), source: source.toUpperCase(), nightIds: [id] };
    return (await ask(person.staff, UNDO, { input })).undoUsageDates.userErrors.length === 0;
  },
  card: async (person, { number }) => {
    const days = person.random.int(4, 12);
    const first = day(Math.max(1, number - days - person.random.int(1, 20)));
    return (await upload(person, first, days, false)) !== null;
  },
  'card to review': async (person, { number }) => {
    if (person.waitingCard !== null) return false;
    person.waitingCard = await upload(person, day(Math.max(1, number - 12)), 8, true);
    return person.waitingCard !== null;
  },
  'move of a card': async (person) => {
    const uploadId = person.waitingCard;
    if (uploadId === null) return false;
    person.waitingCard = null;
    const input = { uploadId: String(uploadId), shiftDays: person.random.pick([0, -2, -30]) };
    const { confirmUpload } = await ask(person.staff, CONFIRM, { input });
    if (confirmUpload.userErrors.length > 0) return false;
    await readUpload(Context.of(running().app, { kind: 'jobs' }, 'test'), uploadId);
    return ['parsed', 'partly'].includes(await stateOfUpload(uploadId));
  },
  code: async (person, { number }) => {
    const { random, machine, patient } = person;
    const minutes = random.int(0, 100) * 5;
    const figures = {
      period: 1,
      compliantDays: minutes >= 240 ? 1 : 0,
      best30: 0,
      minutes,
      pressure: 8,
      p95: 10,
      ahi: 2.5,
      sni: 6.5,
      leak: 3,
    };
    const codes = [{ collected: day(random.int(2, number)), icode: encodeIc1(machine.serial, figures) }];
    return accepted(
      await person.staff.rest('POST', '/api/icode-reports', { patient_id: patient.id, serial: machine.serial, codes }),
    );
  },
  'edit of an assignment': async (person, { number }) => {
    const { random } = person;
    if (person.assignment === null) return false;
    const start = addDays(START, random.pick([-60, -60, 2, 5, 12]));
    const end = random.chance(0.4) ? day(random.int(20, Math.max(21, number))) : null;
    const path = `/api/patients/${person.patient.id}/devices/${person.assignment}`;
    return accepted(await person.staff.rest('PATCH', path, { start_date: start, end_date: end }));
  },
  delete: async (person) => {
    if (person.assignment === null) return false;
    const path = `/api/patients/${person.patient.id}/devices/${person.assignment}`;
    const isDone = accepted(await person.staff.rest('DELETE', path));
    if (isDone) person.assignment = null;
    return isDone;
  },
  void: async (person) => {
    if (person.assignment === null) return false;
    const path = `/api/patients/${person.patient.id}/devices/${person.assignment}/void`;
    const isDone = accepted(await person.staff.rest('POST', path, { reason: 'Another patient had it.' }));
    if (isDone) {
      person.voided.push(person.assignment);
      person.assignment = null;
    }
    return isDone;
  },
  restore: async (person) => {
    const id = person.voided.at(-1);
    if (id === undefined || person.assignment !== null) return false;
    const isDone = accepted(
      await person.staff.rest('POST', `/api/patients/${person.patient.id}/devices/${id}/restore`),
    );
    if (isDone) person.assignment = person.voided.pop()!;
    return isDone;
  },
  assign: async (person) => {
    if (person.assignment !== null) return false;
    const { status, body } = await person.staff.rest('POST', `/api/patients/${person.patient.id}/devices`, {
      serial_number: person.machine.serial,
      pin_number: '1234',
      start_date: addDays(START, person.random.pick([-60, 1, 8])),
    });
    if (status >= 300) return false;
    person.assignment = (body.data ?? body).history_id;
    return true;
  },
  'therapy start': async (person) => {
    const start = addDays(person.start, person.random.int(-6, 12));
    return accepted(await person.staff.rest('PATCH', `/api/patients/${person.patient.id}`, { therapy_start: start }));
  },
};
const CHOICES = Object.keys(ACTS).flatMap((name) => (['delete', 'void'].includes(name) ? [name] : [name, name]));

const stateOfUpload = async (id: number): Promise<string> =>
  (await pool.query<{ state: string }>('select state from uploads where id = $1', [id])).rows[0]!.state;

/** Sends a card of the device's generation and reads it. Returns its upload; null when no night of it was kept. */
async function upload(person: Person, first: string, days: number, isToReview: boolean): Promise<number | null> {
  const make = person.isLegacy ? legacyCard : g3xCard;
  const { files } = make(person.random.int(1, 1_000_000), { serial: person.machine.serial, first, days });
  const { status, body } = await sendCard(person.staff, files, isToReview ? { fields: { preview: '1' } } : {});
  expect([status, body]).toEqual([201, expect.anything()]);
  const uploadId = body.id as number;
  await readUpload(Context.of(running().app, { kind: 'jobs' }, 'test'), uploadId);
  return (isToReview ? ['to_confirm'] : ['parsed', 'partly']).includes(await stateOfUpload(uploadId)) ? uploadId : null;
}

async function act(person: Person, now: Now): Promise<void> {
  await send(person, now);
  if (!person.random.chance(0.6)) return;
  const needsDevice = person.assignment === null && person.random.chance(0.7);
  const name = needsDevice ? (person.voided.length > 0 ? 'restore' : 'assign') : person.random.pick(CHOICES);
  const isDone = await ACTS[name]!(person, now);
  person.acts.push(`${now.number} ${name}: ${isDone ? 'done' : 'refused'}`);
  if (isDone) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Keeps what is stored of each patient, for the computation by hand. */
async function keep(all: readonly Person[], time: string): Promise<void> {
  const { rows } = await admin.query(
    `select p.id, p.therapy_start::text as start, coalesce(json_agg(json_build_object('machine', n.machine_id, 'date', n.usage_date, 'recorded', n.night,
            'minutes', n.minutes, 'source', n.source, 'state', n.state) order by n.usage_date, n.night, n.id) filter (where n.id is not null), '[]') as nights
       from patients p left join usage_nights n on n.patient_id = p.id where p.id = any ($1) group by p.id`,
    [all.map(({ patient }) => patient.id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { patient, moments } of all) {
    const { start, nights } = found.get(patient.id);
    moments.push({ at: time, start, nights });
  }
}

interface Answer {
  asOf: string;
  timezone: string;
  state: string;
}
/** By the names of the queries. */
type Results = Record<'compliance' | 'ofThen' | 'knownThen', Answer>;

interface Said {
  person: Person;
  week: number;
  time: string;
  answer: Answer;
}

/** The patients of each organization, whose days end in one zone. */
const groupsOf = (all: readonly Person[]): Person[][] => [...Map.groupBy(all, ({ patient }) => patient.orgId).values()];

/** Returns the results of the patients of a group by their ids. */
async function askAll(viewer: TestViewer, query: string, variables: object): Promise<Map<number, Results>> {
  const { patients } = await ask(viewer, query, { ...variables });
  expect(patients.edges).toHaveLength(10);
  return new Map(patients.edges.map(({ node }: { node: { databaseId: number } }) => [node.databaseId, node]));
}

describe('twelve weeks of 30 patients', () => {
  takeJobsByHand();
  beforeAll(() => {
    pool = new pg.Pool({ connectionString: superuserUrl(), max: 2 });
  });
  afterAll(() => pool.end());

  test('every later answer is that of the day, from each viewer, and that of a computation by hand', async () => {
    const all = await people();
    const said: Said[] = [];
    for (let week = 1; week <= WEEKS; week += 1) {
      for (const now of [
        { number: 7 * week - 3, time: `${day(7 * week - 3)}T17:00:00.000Z` },
        { number: 7 * week, time: `${day(7 * week)}T22:30:00.000Z` },
      ]) {
        const before = await timeOfDatabase();
        setClock(new Date(now.time));
        await eachOf(all, (person) => act(person, now));
        await happened(before, now.time);
        await keep(all, now.time);
      }
      const time = `${day(7 * week)}T22:50:00.000Z`;
      setClock(new Date(time));
      for (const group of groupsOf(all)) {
        const answers = await askAll(group[0]!.staff, READ, {});
        for (const person of group) {
          const { acts, moments, nth, patient } = person;
          const { compliance } = answers.get(patient.id)!;
          const { asOf, timezone, ...answer } = compliance;
          const expected = { asOf: dateOf(time, timezone), ...byHand(moments, asOf, timezone) };
          expect({ nth, week, acts, asOf, ...answer }).toEqual({ nth, week, acts, ...expected });
          said.push({ person, week, time, answer: compliance });
        }
      }
    }
    // Now it is later, also than the last of these days everywhere.
    setClock(new Date(`${day(7 * WEEKS + 3)}T12:00:00.000Z`));
    let same = 0;
    for (const one of Map.groupBy(said, ({ week, answer: { timezone } }) => `${week} ${timezone}`).values()) {
      const [{ person, time, answer: of }] = one as [Said];
      const answers = await askAll(person.reader, READ_LATER, { asOf: of.asOf, knownAt: time });
      for (const {
        person: { acts, nth, patient },
        week,
        answer,
      } of one) {
        const { ofThen, knownThen } = answers.get(patient.id)!;
        for (const result of [ofThen, knownThen])
          expect({ nth, week, acts, ...result }).toEqual({ nth, week, acts, ...answer });
        same += 1;
      }
    }
    expect(same).toBe(30 * WEEKS);

    // The trial was one: every act was taken, and the answers are many.
    expect(Object.keys(ACTS).filter((name) => (counts.get(name) ?? 0) < 5)).toEqual([]);
    expect(new Set(said.map(({ answer }) => JSON.stringify(answer))).size).toBeGreaterThan(350);
    const states = Map.groupBy(said, ({ answer }) => answer.state);
    expect([...states.keys()].toSorted()).toEqual(['AT_RISK', 'CANNOT_BE_MET', 'IN_PROGRESS', 'MET', 'NOT_MET']);
    const isAhead = ({ person: { moments }, week, answer: { asOf } }: Said) =>
      moments[2 * week - 1]!.nights.some(({ date }) => date > asOf);
    expect(said.filter(isAhead).length).toBeGreaterThan(5);

    await workJobs('recompute-compliance');
    for (const group of groupsOf(all))
      for (const { compliance } of (await askAll(group[0]!.staff, STORED, {})).values())
        expect(compliance).toEqual({ isStored: true });
  }, 600_000);
});
