import type pg from 'pg';
import { phoneDigits } from '../shared/phone.rules.ts';
import { insertRows } from '../db/factories.ts';
import { addDays, instant } from './calendar.ts';
import { ORG } from './logins.ts';

type Row = Record<string, unknown>;

const DAYS = 14;

/** A device in use, with its patient, and a device that no patient has, of an organization. */
const HELD = `select m.id as "machineId", m.org_id as "machineOrgId", m.serial, h.patient_id as "patientId"
  from machines m join device_history h on h.machine_id = m.id and h.end_date is null where m.org_id = $1 and h.org_id = $1 order by m.id limit 1`;
/** A patient of an organization who has a phone number. */
const PATIENT = `select id as "patientId", first_name, last_name, birth_date::text, phone from patients
  where org_id = $1 and birth_date is not null and phone is not null order by id desc limit 1`;
const FREE = `select m.id as "machineId", m.org_id as "machineOrgId", m.serial, null::int as "patientId"
  from machines m where m.org_id = $1 and not exists (select from device_history h where h.machine_id = m.id) order by m.id limit 1`;

interface Thing {
  machineId: number;
  machineOrgId: number;
  serial: string;
  patientId: number | null;
}

/** A patient, with what the organization that asks has typed. */
interface Person {
  patientId: number;
  first_name: string;
  last_name: string;
  birth_date: string;
  phone: string;
}

interface Story {
  asker: number;
  holder: number;
  thing: Thing | Person;
  /** How many days ago it was asked. */
  ago: number;
  message: string;
  /** What the other organization wrote a day later. */
  answer?: string;
  end?: Row;
}

/**
 * Writes requests between Northside and Harbor: an open one in each direction, one for a patient with an answer in its
 * thread, one each that was accepted, refused and withdrawn, and one that matched nothing and expired. The triggers of the
 * tables are on.
 */
export async function writeHandOffs(client: pg.ClientBase, today: string): Promise<void> {
  const thing = async (sql: string, org: number) => (await client.query<Thing>(sql, [org])).rows[0];
  const [harbor, spare, northside] = [
    await thing(HELD, ORG.harbor),
    await thing(FREE, ORG.harbor),
    await thing(HELD, ORG.northside),
  ];
  const [person] = (await client.query<Person>(PATIENT, [ORG.harbor])).rows;
  const [asker, holder] = [ORG.northside, ORG.harbor];
  const done = { asker, holder };
  const stories: (Story | undefined)[] = [
    harbor && {
      ...done,
      thing: harbor,
      ago: 3,
      message: 'The patient moved to our town and has asked for our service.',
    },
    northside && {
      asker: holder,
      holder: asker,
      thing: northside,
      ago: 1,
      message: 'The patient has changed the insurer.',
    },
    spare && {
      ...done,
      thing: spare,
      ago: 40,
      message: 'Bought from you last month.',
      end: { state: 'accepted', starts_on: addDays(today, -38) },
    },
    harbor && {
      ...done,
      thing: harbor,
      ago: 60,
      message: 'Please hand over this device.',
      end: { state: 'refused', reason: 'The rental ends in June.' },
    },
    harbor && {
      ...done,
      thing: harbor,
      ago: 50,
      message: 'Asked for by mistake.',
      end: { state: 'withdrawn' },
    },
    person && {
      ...done,
      thing: person,
      ago: 5,
      message: 'The patient was referred to us and says that you supply the device.',
      answer: 'We do. The next delivery of supplies is on its way: can the change wait until it has arrived?',
    },
  ];
  for (const story of stories) if (story) await writeStory(client, today, story);
  await insertRows(client, 'hand_offs', [
    {
      ...(await askedBy(client, asker)),
      ...times(today, 30),
      ...ended(today, 30 - DAYS),
      kind: 'device',
      side: 'asker',
      serial: 'A9990000001',
      state: 'expired',
    },
  ]);
}

const times = (today: string, ago: number): Row => ({
  created_at: instant(addDays(today, -ago), 50_000),
  expires_at: instant(addDays(today, DAYS - ago), 50_000),
});
const ended = (today: string, ago: number): Row => ({ ended_at: instant(addDays(today, -ago), 50_000) });

async function askedBy(client: pg.ClientBase, org: number): Promise<Row> {
  const { rows } = await client.query<{ id: number; name: string }>(
    `select id, rpad(left(last_name, 2), length(last_name), '*') || ', ' || rpad(left(first_name, 3), length(first_name), '*') as name
       from users where org_id = $1 order by id limit 1`,
    [org],
  );
  return { org_id: org, user_id: rows[0]!.id, asked_by: rows[0]!.name };
}

const nameOf = async (client: pg.ClientBase, org: number): Promise<string> =>
  (await client.query<{ name: string }>('select name from organizations where id = $1', [org])).rows[0]!.name;

async function writeStory(
  client: pg.ClientBase,
  today: string,
  { asker, holder, thing, ago, message, answer, end = {} }: Story,
) {
  const by = await askedBy(client, asker);
  const both: Row = {
    ...times(today, ago),
    ...end,
    ...(end.state !== undefined && ended(today, ago - 2)),
    kind: 'serial' in thing ? 'device' : 'patient',
    serial: 'serial' in thing ? thing.serial : null,
  };
  const { patientId, ...typed } = thing;
  const isDone = end.state === 'accepted';
  const machine = 'serial' in thing ? { machine_org_id: thing.machineOrgId, machine_id: thing.machineId } : {};
  const [mine] = await insertRows(client, 'hand_offs', [
    {
      ...by,
      ...both,
      ...(!('serial' in thing) && { ...typed, phone: phoneDigits(thing.phone, thing.phone) }),
      side: 'asker',
      ...(isDone && { ...machine, other_name: await nameOf(client, holder) }),
    },
  ]);
  const [theirs] = await insertRows(client, 'hand_offs', [
    {
      ...both,
      ...machine,
      org_id: holder,
      user_id: end.state === undefined || end.state === 'withdrawn' ? null : (await askedBy(client, holder)).user_id,
      side: 'holder',
      asked_by: by.asked_by,
      pin_confirmed: 'serial' in thing,
      other_org_id: asker,
      other_id: mine,
      other_name: await nameOf(client, asker),
      looked_up_at: both.created_at,
      patient_org_id: patientId && holder,
      patient_id: patientId,
    },
  ]);
  const written = { body: message, created_at: both.created_at };
  await insertRows(client, 'hand_off_messages', [
    { ...written, org_id: asker, hand_off_id: mine, user_id: by.user_id },
    { ...written, org_id: holder, hand_off_id: theirs, user_id: null },
  ]);
  if (answer) {
    const reply = { body: answer, created_at: instant(addDays(today, 1 - ago), 52_000) };
    await insertRows(client, 'hand_off_messages', [
      { ...reply, org_id: asker, hand_off_id: mine, user_id: null },
      { ...reply, org_id: holder, hand_off_id: theirs, user_id: (await askedBy(client, holder)).user_id },
    ]);
  }
  if (isDone && 'serial' in thing)
    await client.query('update machines set visible_org_ids = visible_org_ids where id = $1', [thing.machineId]);
}
