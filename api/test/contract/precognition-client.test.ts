import { beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { client, createValidator, HttpResponseError, type Config } from 'laravel-precognition';
import {
  admin,
  anonymous,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Client,
  type Ref,
  type TestViewer,
} from '../harness.ts';

usePortal();

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
beforeAll(async () => {
  viewer = await asViewer();
});
beforeEach(async () => {
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
});

/** Adds the cookies and headers of this viewer's browser to every request. */
const as = (who: Client): Config => ({ baseURL: who.origin, headers: who.headers });
const devices = () => `/api/patients/${patient.id}/devices`;
const equipment = (change: object = {}) => ({
  serial_number: machine.serial,
  pin_number: '1234',
  start_date: today,
  ...change,
});
const rows = async () =>
  (
    await admin.query<{ count: number }>(
      'select (select count(*) from device_history)::int + (select count(*) from icode_reports)::int as count',
    )
  ).rows[0]!.count;

/** Sends with the real client and returns the callbacks that ran. */
async function ask(send: (config: Config) => Promise<unknown>, config: Config = {}) {
  const ran: string[] = [];
  const note = (name: string) => (response: unknown) => {
    ran.push(name);
    return response;
  };
  const answer = (await send({
    ...as(viewer),
    onPrecognitionSuccess: note('precognitionSuccess'),
    onSuccess: note('success'),
    onValidationError: note('validationError'),
    onUnauthorized: note('unauthorized'),
    onForbidden: note('forbidden'),
    onNotFound: note('notFound'),
    ...config,
  })) as { status: number; data: { errors?: Record<string, string[]> } };
  return { ran, status: answer.status, errors: Object.keys(answer.data?.errors ?? {}).sort() };
}

describe('the real laravel-precognition client', () => {
  test('gets 204 for valid input, and nothing changes, on adding a device, changing it, entering a PIN, deleting and on iCodes', async () => {
    const history = await makeHistory(patient, machine, { start_date: '2026-01-01' });
    const free = await makeMachine(viewer.orgId);
    const other = await makePatient(viewer.orgId);
    const before = await rows();
    const valid = { ran: ['precognitionSuccess', 'success'], status: 204, errors: [] };
    expect(
      await ask((config) =>
        client.post(`/api/patients/${other.id}/devices`, equipment({ serial_number: free.serial }), config),
      ),
    ).toEqual(valid);
    expect(
      await ask((config) =>
        client.patch(`${devices()}/${history}`, equipment({ start_date: '2026-01-02' }), {
          only: ['start_date'],
          ...config,
        }),
      ),
    ).toEqual(valid);
    expect(
      await ask((config) =>
        client.post(`${devices()}/${history}/add-pin`, equipment({ start_date: '2026-01-01' }), {
          only: ['start_date'],
          ...config,
        }),
      ),
    ).toEqual(valid);
    expect(await ask((config) => client.delete(`${devices()}/${history}`, {}, config))).toEqual(valid);
    expect(
      await ask((config) =>
        client.post('/api/icode-reports', { serial: machine.serial, codes: [] }, { only: ['serial'], ...config }),
      ),
    ).toEqual(valid);
    expect(await rows()).toBe(before);
  });

  test.each([
    [['start_date'], ['start_date']],
    [
      ['start_date', 'serial_number'],
      ['serial_number', 'start_date'],
    ],
    [['pin_number'], []],
  ])('with the fields %j receives the errors of %j', async (only, errors) => {
    const wrong = equipment({ serial_number: '', start_date: 'soon' });
    const answer = await ask((config) => client.post(devices(), wrong, { only, ...config }));
    expect(answer).toEqual(
      errors.length > 0
        ? { ran: ['validationError'], status: 422, errors }
        : { ran: ['precognitionSuccess', 'success'], status: 204, errors: [] },
    );
  });

  test('expands a wildcard it sends for the rows of a list', async () => {
    const codes = [
      { collected: '2026-01-01', icode: '1' },
      { collected: 'never', icode: '2' },
    ];
    const answer = await ask((config) =>
      client.post('/api/icode-reports', { serial: machine.serial, codes }, { only: ['codes.*.icode'], ...config }),
    );
    expect(answer).toEqual({ ran: ['validationError'], status: 422, errors: ['codes.0.icode', 'codes.1.icode'] });
  });

  test('finds the marker on 401, 403 and 404 too, and passes them to their handlers', async () => {
    const foreign = await makePatient(await makeOrganization());
    const powerless = await asViewer({ orgId: viewer.orgId, can: [] });
    expect((await ask((config) => client.post(devices(), {}, { ...config, ...as(anonymous()) }))).ran).toEqual([
      'unauthorized',
    ]);
    expect((await ask((config) => client.post(devices(), {}, { ...config, ...as(powerless) }))).ran).toEqual([
      'forbidden',
    ]);
    expect(
      (await ask((config) => client.post(`/api/patients/${foreign.id}/devices`, equipment(), config))).ran,
    ).toEqual(['notFound']);
  });

  test('without a handler fails with the status, and on a route that does not validate reports that the middleware must be in place', async () => {
    await expect(client.post(devices(), {}, as(viewer))).rejects.toBeInstanceOf(HttpResponseError);
    await expect(client.post('/logout', {}, as(anonymous()))).rejects.toThrow(
      'Did not receive a Precognition response. Ensure you have the Precognition middleware in place for the route.',
    );
  });

  test('cancels the request that a repetition overtakes', async () => {
    const first = client.post(devices(), equipment(), as(viewer));
    const second = client.post(devices(), equipment(), as(viewer));
    await expect(first).rejects.toMatchObject({ name: 'HttpCancelledError' });
    expect(await second).toMatchObject({ status: 204 });
  });

  test('validates a form as it is filled in: errors appear at their fields and disappear when they are corrected', async () => {
    let data: ReturnType<typeof equipment> = equipment({ start_date: '', serial_number: '' });
    const form = createValidator((http) => http.post(devices(), data, as(viewer)), data);
    const errorsChanged = jest.fn();
    form.setTimeout(1).on('errorsChanged', errorsChanged); // milliseconds of its debounce
    const enter = (start_date: string) =>
      new Promise<void>((resolve) => {
        data = { ...data, start_date };
        form.on('validatingChanged', () => void (!form.validating() && resolve()));
        form.validate('start_date', start_date);
      });
    await enter('never');
    expect(Object.keys(form.errors())).toEqual(['start_date']);
    await enter(today);
    expect(form.errors()).toEqual({});
    expect(form.valid()).toEqual(['start_date']);
    expect(errorsChanged).toHaveBeenCalledTimes(2);
  });
});
