import { beforeEach, describe, expect, test } from '@jest/globals';
import { getNamedType, isInputObjectType, type GraphQLInputType } from 'graphql';
import { createSchema } from '../schema.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  signInAgain,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const RIGHT = '4711';
const WRONG = '0000';

/** A patient and a device: with each other, without a confirmed PIN, or both free. */
interface Things {
  orgId: number;
  patient: number;
  machine: number;
  serial: string;
  history: number;
}

async function things(orgId: number, connected: boolean): Promise<Things> {
  const patient = await makePatient(orgId);
  const machine = await makeMachine(orgId, { pin: RIGHT });
  const history = connected ? await makeHistory(patient, machine, { has_pin: false, start_date: '2026-01-01' }) : 0;
  return { orgId, patient: patient.id, machine: machine.id, serial: machine.serial, history };
}

type Outcome = 'right' | 'wrong' | 'locked' | number;
type Entry = (who: TestViewer, of: Things, pin: string) => Promise<Outcome>;

const rest =
  (method: string, path: (of: Things) => string, body: (of: Things, pin: string) => object, only?: string): Entry =>
  async (who, of, pin) => {
    const headers: Record<string, string> = only ? { precognition: 'true', 'precognition-validate-only': only } : {};
    const answer = await who.rest(method, path(of), body(of, pin), headers);
    if (answer.status === 429) return Number(answer.headers.get('retry-after')) > 0 ? 'locked' : 429;
    if (answer.status === 422 && (answer.body.errors.pin_number ?? answer.body.errors.device_pin)) return 'wrong';
    return [200, 201, 204].includes(answer.status) ? 'right' : answer.status;
  };
const gql =
  (field: string, kind: 'query' | 'mutation', type: string, input: (of: Things, pin: string) => object): Entry =>
  async (who, of, pin) => {
    const { data, errors } = await who.gql(
      `${kind} ($input: ${type}!) { ${field}(input: $input) { userErrors { field code } } }`,
      { input: input(of, pin) },
    );
    if (errors) return errors[0]!.extensions.code === 'TOO_MANY' ? 'locked' : 500;
    const refusals = data[field].userErrors as { field: string }[];
    return refusals.some(({ field: one }) => /pin/i.test(one)) ? 'wrong' : refusals.length === 0 ? 'right' : 422;
  };

const form = ({ serial }: Things, pin: string) => ({
  serial_number: serial,
  pin_number: pin,
  start_date: '2026-01-01',
});
const newDevice = ({ patient, serial }: Things, pin: string) => ({
  patientId: String(patient),
  serialNumber: serial,
  pinNumber: pin,
  startDate: '2026-01-01',
});
const change = ({ history }: Things, pin: string) => ({
  deviceHistoryId: String(history),
  pinNumber: pin,
  startDate: '2026-01-01',
});
const confirm = ({ history }: Things, pin: string) => ({ deviceHistoryId: String(history), pinNumber: pin });
const person = {
  firstName: 'Ana',
  lastName: 'Núñez',
  birthDate: '1960-05-05',
  city: 'Boston',
  state: 'MA',
};
const newPatient = ({ orgId, serial }: Things, pin: string) => ({
  ...person,
  dmeId: String(orgId),
  currentSerial: serial,
  devicePin: pin,
});
const patientOfRest = ({ orgId, serial }: Things, pin: string) => ({
  dme_id: orgId,
  first_name: 'Ana',
  last_name: 'Núñez',
  birth_date: '1960-05-05',
  city: 'Boston',
  state: 'MA',
  current_serial: serial,
  device_pin: pin,
});
const devices = ({ patient }: Things) => `/api/patients/${patient}/devices`;
const device = (of: Things) => `${devices(of)}/${of.history}`;

/** Each way to have a PIN compared, and whether the patient has the device already. */
const ENTRIES: [name: string, connected: boolean, send: Entry][] = [
  ['POST devices', false, rest('POST', devices, form)],
  ['POST devices, validate-only', false, rest('POST', devices, form, 'pin_number')],
  ['POST check-add-device', false, rest('POST', ({ patient }) => `/api/patients/${patient}/check-add-device`, form)],
  ['PATCH devices', true, rest('PATCH', device, form)],
  ['PATCH devices, validate-only', true, rest('PATCH', device, form, 'pin_number')],
  [
    'PATCH check-update-device',
    true,
    rest('PATCH', ({ patient, machine }) => `/api/patients/${patient}/check-update-device/${machine}`, form),
  ],
  ['POST check-add-pin', true, rest('POST', (of) => `${devices(of)}/${of.machine}/check-add-pin`, form)],
  ['POST add-pin', true, rest('POST', (of) => `${device(of)}/add-pin`, form)],
  ['POST add-pin, validate-only', true, rest('POST', (of) => `${device(of)}/add-pin`, form, 'pin_number')],
  ['POST patients', false, rest('POST', () => '/api/patients', patientOfRest)],
  ['POST patients, validate-only', false, rest('POST', () => '/api/patients', patientOfRest, 'device_pin')],
  ['checkAssignDevice', false, gql('checkAssignDevice', 'query', 'AssignDeviceInput', newDevice)],
  ['assignDevice', false, gql('assignDevice', 'mutation', 'AssignDeviceInput', newDevice)],
  ['checkUpdateDevice', true, gql('checkUpdateDevice', 'query', 'UpdateDeviceInput', change)],
  ['updateDevice', true, gql('updateDevice', 'mutation', 'UpdateDeviceInput', change)],
  ['checkAddDevicePin', true, gql('checkAddDevicePin', 'query', 'AddDevicePinInput', confirm)],
  ['addDevicePin', true, gql('addDevicePin', 'mutation', 'AddDevicePinInput', confirm)],
  ['checkCreatePatient', false, gql('checkCreatePatient', 'query', 'CreatePatientInput', newPatient)],
  ['createPatient', false, gql('createPatient', 'mutation', 'CreatePatientInput', newPatient)],
];

/** askForDevice keeps the PIN, which a job compares: its answer is the same for any, 20 times a day for an organization. */
const COMPARED_LATER = ['askForDevice'];
/** The input has the field of a new patient, and any PIN in it is refused. */
const REFUSED = ['updatePatient', 'checkUpdatePatient'];

/** `within`: the inputs around it. The filter of a list contains itself. */
const isPin = (name: string, type: GraphQLInputType, within: readonly GraphQLInputType[] = []): boolean => {
  const named = getNamedType(type);
  if (isInputObjectType(named) && !within.includes(named))
    return Object.values(named.getFields()).some((one) => isPin(one.name, one.type, [...within, named]));
  return ['pinNumber', 'devicePin'].includes(name);
};

test('every root field that takes a PIN is among the entry points of these tests', async () => {
  const schema = await createSchema();
  const taking = [schema.getQueryType()!, schema.getMutationType()!].flatMap((root) =>
    Object.values(root.getFields())
      .filter(({ args }) => args.some(({ name, type }) => isPin(name, type)))
      .map(({ name }) => name),
  );
  const tried = ENTRIES.map(([name]) => name).filter((name) => !name.includes(' '));
  expect(taking.toSorted()).toEqual([...tried, ...COMPARED_LATER, ...REFUSED].toSorted());
});

/** What counters stand at; null without one. */
const attempts = async (key: string): Promise<number | null> =>
  (await admin.query('select attempts from attempt_counters where key = $1', [key])).rows[0]?.attempts ?? null;
const stand = (key: string, count: number) =>
  admin.query(
    `insert into attempt_counters (key, attempts, window_started_at) values ($1, $2, now())
     on conflict (key) do update set attempts = $2, window_started_at = now()`,
    [key, count],
  );

let viewer: TestViewer;
beforeEach(async () => {
  viewer = await asViewer();
});

describe.each(ENTRIES)('the PIN of %s', (_name, connected, send) => {
  test('is compared until the 30th wrong one of a user in an hour, and then not any more, right or wrong', async () => {
    const of = await things(viewer.orgId, connected);
    await stand(`pins:${viewer.userId}`, 29);
    expect(await send(viewer, of, WRONG)).toBe('wrong');
    expect(await attempts(`pins:${viewer.userId}`)).toBe(30);
    const fresh = await things(viewer.orgId, connected);
    expect([await send(viewer, fresh, WRONG), await send(viewer, fresh, RIGHT)]).toEqual(['locked', 'locked']);
    expect(await attempts(`pins:${viewer.userId}`)).toBe(30);
    // Not one of the five of this user and device either: they were not compared.
    expect(await attempts(`pin:${viewer.userId}:${fresh.serial}`)).toBeNull();
  });

  test('costs nothing when it is right', async () => {
    await stand(`pins:${viewer.userId}`, 29);
    expect(await send(viewer, await things(viewer.orgId, connected), RIGHT)).toBe('right');
    expect(await attempts(`pins:${viewer.userId}`)).toBe(29);
  });
});

const assign = ENTRIES[0]![2];

describe('wrong PINs', () => {
  test.each([
    ['100 of a user in a day', () => `pins-day:${viewer.userId}`, 100],
    ['10 of a device in an hour, of any users', (of: Things) => `pins-of:${of.serial}`, 10],
    ['20 of a device in a day', (of: Things) => `pins-of-day:${of.serial}`, 20],
    ['150 of an organization in an hour', () => `pins-org:${viewer.orgId}`, 150],
    ['500 of an organization in a day', () => `pins-org-day:${viewer.orgId}`, 500],
  ])('%s are compared, and none after them', async (_limit, key, most) => {
    const of = await things(viewer.orgId, false);
    await stand(key(of), most - 1);
    expect(await assign(viewer, of, WRONG)).toBe('wrong');
    const colleague = await asViewer({ orgId: viewer.orgId });
    const who = key(of).includes(`day:${viewer.userId}`) ? viewer : colleague;
    expect([await assign(who, of, WRONG), await assign(who, of, RIGHT)]).toEqual(['locked', 'locked']);
    expect(await attempts(key(of))).toBe(most);
  });

  test('of another organization and of another user do not count', async () => {
    await stand(`pins-org:${viewer.orgId}`, 150);
    await stand(`pins:${viewer.userId}`, 30);
    const other = await asViewer();
    expect(await assign(other, await things(other.orgId, false), RIGHT)).toBe('right');
  });

  test('count again when their window has ended', async () => {
    const of = await things(viewer.orgId, false);
    const began = (minutes: number) =>
      admin.query('update attempt_counters set window_started_at = now() - make_interval(mins => $1) where key = $2', [
        minutes,
        `pins:${viewer.userId}`,
      ]);
    await stand(`pins:${viewer.userId}`, 30);
    await began(59);
    expect(await assign(viewer, of, RIGHT)).toBe('locked');
    await began(61);
    expect(await assign(viewer, of, RIGHT)).toBe('right');
  });

  test('on 40 devices in parallel are compared exactly 30 times', async () => {
    const sessions = await Promise.all([0, 1, 2].map(() => signInAgain(viewer)));
    const targets = [];
    for (let count = 0; count < 40; count += 1) targets.push(await things(viewer.orgId, false));
    const outcomes = await Promise.all(targets.map((of, index) => assign(sessions[index % 3]!, of, WRONG)));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(10);
    expect(await attempts(`pins:${viewer.userId}`)).toBe(30);
    expect(await attempts(`pins-org-day:${viewer.orgId}`)).toBe(30);
  });

  test('in between keep no user from adding 40 devices with their right PINs', async () => {
    await stand(`pins:${viewer.userId}`, 29);
    for (let count = 0; count < 40; count += 1)
      expect(await assign(viewer, await things(viewer.orgId, false), RIGHT)).toBe('right');
  });

  test('beyond a limit are refused with the limit and the time, in the language of the user', async () => {
    await admin.query("update users set locale = 'es' where id = $1", [viewer.userId]);
    await stand(`pins:${viewer.userId}`, 30);
    const of = await things(viewer.orgId, false);
    const answer = await viewer.rest('POST', devices(of), form(of, WRONG));
    expect([answer.status, answer.body]).toEqual([
      429,
      {
        message:
          'Se introdujeron demasiados PIN de dispositivo incorrectos. Compruebe el PIN en el dispositivo. Inténtelo de nuevo en 60 minutos.',
      },
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
    const { errors } = await viewer.gql(
      'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { code } } }',
      { input: newDevice(of, WRONG) },
    );
    expect(errors![0]).toMatchObject({
      message:
        'Se introdujeron demasiados PIN de dispositivo incorrectos. Compruebe el PIN en el dispositivo. Inténtelo de nuevo en 60 minutos.',
      extensions: { code: 'TOO_MANY', limit: 'limit.pins' },
    });
  });
});
