import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from '@jest/globals';
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
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string; guid: string };
let history: number;
let iccid: string;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  history = await makeHistory(patient, machine, { start_date: '2026-01-01', end_date: null });
  iccid = `8901${String(machine.id).padStart(15, '0')}`;
  await admin.query(
    'insert into modules (org_id, machine_id, serial, version, type, iccid) values ($1, $2, $3, $4, $5, $6)',
    [machine.orgId, machine.id, 'MOD1', '2.1', 'LTE', iccid],
  );
});

const session = (start: string, end: string | null, row: Record<string, unknown> = {}) =>
  make('connections', {
    org_id: patient.orgId,
    patient_id: patient.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    start_time: start,
    end_time: end,
    exit_flag: 'ok',
    terminal_type: 1,
    ...row,
  });
const day = (n: number) => `2026-02-${String(n).padStart(2, '0')}`;
const days = async (count: number) => {
  for (let n = 1; n <= count; n += 1) await session(`${day(n)}T18:00:00Z`, `${day(n)}T18:02:30Z`);
};
const ofPatient = (query = '', by = viewer) =>
  by.rest('GET', `/api/patients/${patient.id}/devices/${history}/connection_history${query}`);
const ofMachine = (query = '', by = viewer) =>
  by.rest('GET', `/api/machines/${machine.guid}/connection-history${query}`);

describe('GET …/connection_history', () => {
  test('returns ten sessions per page from page 1, newest first, with from, to and the links to the other pages', async () => {
    await days(12);
    const { status, body } = await ofPatient();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total: 12,
      from: 1,
      to: 10,
      current_page: 1,
      per_page: 10,
      last_page: 2,
      prev_page_url: null,
    });
    expect(new URL(body.next_page_url).pathname).toBe(
      `/api/patients/${patient.id}/devices/${history}/connection_history`,
    );
    expect(body.data[0]).toEqual({
      start_time: '2026-02-12T18:00:00.000Z',
      end_time: '2026-02-12T18:02:30.000Z',
      minutes: 2.5,
      exit_flag: 'ok',
      terminal_type: 1,
      connection_type: 'Wireless',
    });
    const second = await ofPatient('?page=2&limit=10');
    expect(second.body).toMatchObject({
      from: 11,
      to: 12,
      next_page_url: null,
      data: [{ start_time: '2026-02-02T18:00:00.000Z' }, {}],
    });
    expect((await ofPatient('?page=3')).body).toMatchObject({ data: [], from: null, to: null });
  });

  test.each([
    [1, 'Wireless'],
    [2, 'App'],
    [3, 'Pc'],
    [4, 'Unknown'],
    [null, 'Unknown'],
  ])('terminal type %p is %s', async (type, text) => {
    await session('2026-02-01T18:00:00Z', null, { terminal_type: type });
    expect((await ofPatient()).body.data[0]).toMatchObject({
      terminal_type: type,
      connection_type: text,
      end_time: null,
      minutes: null,
    });
  });

  test.each([
    ['start_time[equal]=2026-02-03', ['2026-02-04T04:59:00.000Z', '2026-02-03T05:00:00.000Z']],
    ['start_time[greater_than]=2026-02-02', ['2026-02-04T04:59:00.000Z', '2026-02-03T05:00:00.000Z']],
    ['start_time[less_than]=2026-02-03', ['2026-02-03T04:59:00.000Z']],
    ['end_time[equal]=2026-02-02', ['2026-02-03T04:59:00.000Z']],
  ])('the filter %s selects by the day in the zone of the organization', async (filter, found) => {
    // New York is five hours behind.
    await session('2026-02-03T04:59:00Z', '2026-02-03T04:59:59Z');
    await session('2026-02-03T05:00:00Z', '2026-02-03T05:01:00Z');
    await session('2026-02-04T04:59:00Z', null);
    const { body } = await ofPatient(`?${filter}`);
    expect(body.data.map((row: { start_time: string }) => row.start_time)).toEqual(found);
  });

  test('contains the sessions of the assignment, and none from before, after or of another patient', async () => {
    await admin.query("update device_history set end_date = '2026-02-03' where id = $1", [history]);
    // New York is five hours behind: 04:59 UTC is still the evening before.
    await session('2026-01-01T04:59:00Z', null);
    await session('2026-01-01T05:01:00Z', null);
    await session('2026-02-04T04:59:00Z', null);
    await session('2026-02-04T05:01:00Z', null);
    const next = await makePatient(viewer.orgId);
    await session('2026-01-15T05:01:00Z', null, { patient_id: next.id });
    expect((await ofPatient()).body.data.map((row: { start_time: string }) => row.start_time)).toEqual([
      '2026-02-04T04:59:00.000Z',
      '2026-01-01T05:01:00.000Z',
    ]);
  });

  test('contains the same sessions for every organization that sees the patient, whatever its time zone', async () => {
    const others = await Promise.all(
      ['Pacific/Kiritimati', 'America/Los_Angeles', 'Etc/UTC'].map((timezone) => makeOrganization('ep', { timezone })),
    );
    await admin.query("update device_history set end_date = '2026-02-03' where id = $1", [history]);
    const within = ['2026-01-01T05:00:00.000Z', '2026-02-04T04:59:59.000Z'];
    for (const start of ['2026-01-01T04:59:59Z', ...within, '2026-02-04T05:00:00Z']) await session(start, null);
    const query = `query ($id: ID!) { node(id: $id) { ... on DeviceHistory { lastConnection { startTime } connectionHistory { total rows { startTime } } } } }`;
    for (const other of others) {
      await admin.query('update patients set dme_id = $1 where id = $2', [other, patient.id]);
      const partner = await asViewer({ orgId: other });
      const { body } = await ofPatient('', partner);
      expect(body.data.map((row: { start_time: string }) => row.start_time)).toEqual(within.toReversed());
      const { data } = await partner.gql(query, { id: toGlobalId('DeviceHistory', history) });
      expect(data.node).toEqual({
        lastConnection: { startTime: within[1] },
        connectionHistory: { total: 2, rows: within.toReversed().map((startTime) => ({ startTime })) },
      });
    }
  });

  test('sessions of the repeated hour are in UTC in the table and GraphQL, and have their offset in the file', async () => {
    const starts = ['2026-11-01T06:30:00.000Z', '2026-11-01T05:30:00.000Z'];
    for (const start of starts) await session(start, null);
    expect((await ofPatient()).body.data.map((row: { start_time: string }) => row.start_time)).toEqual(starts);
    const lines = (await ofPatient('?csv=true')).text.trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual([
      '2026-11-01T01:30:00.000-05:00',
      '2026-11-01T01:30:00.000-04:00',
    ]);
    const { data } = await viewer.gql(
      'query ($id: ID!) { node(id: $id) { ... on DeviceHistory { connectionHistory { rows { startTime } } } } }',
      { id: toGlobalId('DeviceHistory', history) },
    );
    expect(data.node.connectionHistory.rows).toEqual(starts.map((startTime) => ({ startTime })));
  });

  test("is a file with csv=true, titled in the viewer's language", async () => {
    await days(2);
    const spaniard = await asViewer({ orgId: viewer.orgId, locale: 'es' });
    const { text } = await ofPatient('?csv=true', spaniard);
    expect(text.replace('\ufeff', '').split('\r\n')[0]).toBe(
      'Fecha de inicio (America/New_York),Fecha de fin (America/New_York),Tiempo de conexión,Estado,Tipo de conexión',
    );
    expect(text.trim().split('\r\n')).toHaveLength(3);
  });
});

describe('GET /api/machines/{guid}/connection-history', () => {
  test('returns the sessions of the machine with every patient that the viewer may see, in the requested order', async () => {
    await days(3);
    const outsider = await asViewer();
    const theirs = await makePatient(outsider.orgId);
    await session('2025-01-15T05:01:00Z', null, { org_id: theirs.orgId, patient_id: theirs.id });
    const { body } = await ofMachine('?orderBy=end_time&orderDir=desc&page=1&limit=2');
    expect(body).toMatchObject({ total: 3, from: 1, to: 2 });
    expect(body.data[0]).toMatchObject({ start_time: '2026-02-03T18:00:00.000Z', connection_type: 'Wireless' });
    expect((await ofMachine('?orderBy=end_time&orderDir=asc')).body.data[0]).toMatchObject({
      start_time: '2026-02-01T18:00:00.000Z',
    });
  });

  test('an unsortable column is refused, and an invalid guid is not found', async () => {
    expect((await ofMachine('?orderBy=password')).status).toBe(422);
    expect((await viewer.rest('GET', `/api/machines/${machine.id}/connection-history`)).status).toBe(404);
  });
});

describe('in GraphQL', () => {
  const query = `query ($id: ID!, $page: Int!, $limit: Int!) { node(id: $id) {
    ... on DeviceHistory { connectionHistory(page: $page, limit: $limit) { total page limit from to rows { startTime endTime minutes exitFlag connectionType } } module { iccid networkStatus { iccid lastStartTime lastStopTime problem } } }
    ... on Machine { connectionHistory(page: $page, limit: $limit) { total from to } module { serial } } } }`;
  const ask = async (id: string, page = 1, limit = 10) => {
    const { data, errors } = await viewer.gql(query, { id, page, limit });
    expect(errors).toBeUndefined();
    return data.node;
  };

  test('an assignment and a machine return the same pages', async () => {
    await days(12);
    expect(await ask(toGlobalId('DeviceHistory', history), 2)).toMatchObject({
      connectionHistory: {
        total: 12,
        page: 2,
        limit: 10,
        from: 11,
        to: 12,
        rows: [{}, { minutes: 2.5, exitFlag: 'ok' }],
      },
    });
    expect(await ask(toGlobalId('Machine', machine.id), 3)).toEqual({
      connectionHistory: { total: 12, from: null, to: null },
      module: { serial: 'MOD1' },
    });
    expect(await ask(toGlobalId('DeviceHistory', history), -5, 1000)).toMatchObject({
      connectionHistory: { page: 1, limit: 100, from: 1, to: 12 },
    });
  });

  test('the simulated carrier returns the last session of a simulated device', async () => {
    expect((await ask(toGlobalId('DeviceHistory', history))).module.networkStatus).toEqual({
      iccid,
      lastStartTime: null,
      lastStopTime: null,
      problem: 'ABSENT',
    });
    await days(2);
    expect((await ask(toGlobalId('DeviceHistory', history))).module.networkStatus).toEqual({
      iccid,
      lastStartTime: '2026-02-02T18:00:00.000Z',
      lastStopTime: '2026-02-02T18:02:30.000Z',
      problem: null,
    });
  });

  test('a list of devices cannot request the carrier status of each device', async () => {
    const { errors } = await viewer.gql(
      '{ machines(first: 100) { edges { node { module { networkStatus { problem } } } } } }',
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'TOO_EXPENSIVE' });
  });
});

describe('the carrier', () => {
  const details = () => viewer.rest('GET', `/api/aeris/${iccid}/device-details`);

  test("the ICCID of a serial number in either case is returned, null without a module, and not found for another organization's device", async () => {
    expect((await viewer.rest('GET', `/api/machines/${machine.serial.toLowerCase()}/iccid-data`)).body).toEqual({
      iccid,
    });
    const plain = await makeMachine(viewer.orgId);
    expect((await viewer.rest('GET', `/api/machines/${plain.serial}/iccid-data`)).body).toEqual({ iccid: null });
    const outsider = await asViewer();
    expect((await outsider.rest('GET', `/api/machines/${machine.serial}/iccid-data`)).status).toBe(404);
    expect((await outsider.rest('GET', `/api/aeris/${iccid}/device-details`)).status).toBe(404);
  });

  test('device-details returns networkResponse with the data session as documented', async () => {
    await days(1);
    expect((await details()).body).toEqual({
      iccid,
      networkResponse: [
        { dataSession: { lastStartTime: '2026-02-01T18:00:00.000Z', lastStopTime: '2026-02-01T18:02:30.000Z' } },
      ],
    });
  });

  test('a carrier that hangs for a minute delays only its own request, by three seconds; every other request is answered while it waits', async () => {
    const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const { config } = running().app;
    config.carrierUrl = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    try {
      const asked = Array.from({ length: 30 }, details);
      for (let n = 0; n < 20; n += 1) expect((await ofPatient()).status).toBe(200);
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 504).length).toBeGreaterThan(0);
      expect(statuses.filter((status) => ![503, 504].includes(status))).toEqual([]);
      const [rest, graphql] = await Promise.all([
        details(),
        viewer.gql('query ($id: ID!) { node(id: $id) { ... on Machine { module { networkStatus { problem } } } } }', {
          id: toGlobalId('Machine', machine.id),
        }),
      ]);
      expect(rest.body).toEqual({ message: 'The carrier did not answer in time. Try again later.' });
      expect(graphql.data.node.module.networkStatus).toEqual({ problem: 'SLOW' });
    } finally {
      config.carrierUrl = undefined;
      hanging.closeAllConnections();
      hanging.close();
    }
  });
});

test('the number of queries does not grow with the number of sessions', async () => {
  await days(1);
  const few = (await countQueries(() => ofPatient('?limit=100'))).statements;
  await days(20);
  expect((await countQueries(() => ofPatient('?limit=100'))).statements).toBe(few);
});
