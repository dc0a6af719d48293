import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const CHECK_ASSIGN = `query ($input: AssignDeviceInput!) { checkAssignDevice(input: $input) { userErrors { code } distance { code } } }`;
const CHECK_UPDATE = `query ($input: UpdateDeviceInput!) { checkUpdateDevice(input: $input) { userErrors { code } distance { code } } }`;
const codes = (...all: string[]) => all.map((code) => ({ code }));

let clock: () => Date;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;

/** Both organizations see the patient; the first one is the patient's own. */
async function meet(ownZone: string, otherZone: string): Promise<{ owner: TestViewer; partner: TestViewer }> {
  const own = await makeOrganization('ep', { timezone: ownZone });
  const other = await makeOrganization('ep', { timezone: otherZone });
  patient = await makePatient(own, { dme_id: other });
  return { owner: await asViewer({ orgId: own }), partner: await asViewer({ orgId: other }) };
}

beforeEach(() => {
  clock = running().app.now;
});
afterEach(() => {
  running().app.now = clock;
});

// 04:30 UTC of May 2 is 12:30 a.m. of May 2 in New York and 9:30 p.m. of May 1 in Los Angeles.
const MOMENT = '2026-05-02T04:30:00Z';
describe.each([
  {
    own: 'America/New_York',
    other: 'America/Los_Angeles',
    today: '2026-05-02',
    tomorrow: '2026-05-03',
    ago30: '2026-04-02',
    ago31: '2026-04-01',
    year: '2027-05-02',
    later: '2027-05-03',
  },
  {
    own: 'America/Los_Angeles',
    other: 'America/New_York',
    today: '2026-05-01',
    tomorrow: '2026-05-02',
    ago30: '2026-04-01',
    ago31: '2026-03-31',
    year: '2027-05-01',
    later: '2027-05-02',
  },
])("today is the date of the patient's organization in $own, also for staff in $other:", (at) => {
  let viewers: { owner: TestViewer; partner: TestViewer };

  beforeEach(async () => {
    viewers = await meet(at.own, at.other);
    running().app.now = () => new Date(MOMENT);
  });

  test('an assignment may end today, and not tomorrow', async () => {
    for (const viewer of Object.values(viewers)) {
      machine = await makeMachine(viewers.owner.orgId);
      const own = await makePatient(viewers.owner.orgId, { dme_id: viewers.partner.orgId });
      const id = await makeHistory(own, machine, { start_date: at.ago31 });
      const input = (endDate: string) => ({ deviceHistoryId: String(id), startDate: at.ago31, endDate });
      const asked = async (endDate: string) =>
        (await viewer.gql(CHECK_UPDATE, { input: input(endDate) })).data.checkUpdateDevice.userErrors;
      expect(await asked(at.tomorrow)).toEqual(codes('device.end_in_future'));
      expect(await asked(at.today)).toEqual([]);
      const path = `/api/patients/${own.id}/devices/${id}`;
      const body = { start_date: at.ago31, pin_number: null };
      expect((await viewer.rest('PATCH', path, { ...body, end_date: at.tomorrow })).status).toBe(422);
      expect((await viewer.rest('PATCH', path, { ...body, end_date: at.today })).status).toBe(200);
    }
  });

  test('a start from 30 days ago until today asks nothing; tomorrow and 31 days ago ask', async () => {
    for (const viewer of Object.values(viewers)) {
      const status = async (start_date: string) =>
        (await viewer.rest('POST', `/api/patients/${patient.id}/distance-from-today`, { start_date })).status;
      expect([await status(at.today), await status(at.ago30)]).toEqual([204, 204]);
      expect([await status(at.tomorrow), await status(at.ago31)]).toEqual([422, 422]);
    }
  });

  test('a start up to a year ahead is accepted, and no later one; both ask', async () => {
    machine = await makeMachine(viewers.partner.orgId);
    const input = { patientId: String(patient.id), serialNumber: machine.serial, pinNumber: null };
    const asked = async (startDate: string) =>
      (await viewers.partner.gql(CHECK_ASSIGN, { input: { ...input, startDate } })).data.checkAssignDevice;
    const distance = { code: 'distance-from-today' };
    expect(await asked(at.year)).toEqual({ userErrors: [], distance });
    expect(await asked(at.later)).toEqual({ userErrors: codes('device.start_too_late'), distance });
    expect(await asked(at.today)).toEqual({ userErrors: [], distance: null });
  });
});
