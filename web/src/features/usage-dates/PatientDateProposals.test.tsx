import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/renderApp.tsx';
import { PatientDateProposalsDocument, type PatientDateProposalsQuery } from './gql/PatientDateProposals.ts';
import { PatientDateProposals } from './PatientDateProposals.tsx';

type Device = NonNullable<PatientDateProposalsQuery['patient']>['devices'][number];

const device = (
  id: number,
  [startDate, endDate]: [string, string | null],
  { machine = 3, mayChange = true, nights = ['2026-05-04', '2026-05-06'] } = {},
): Device => ({
  __typename: 'DeviceHistory',
  id: `h${id}`,
  startDate,
  endDate,
  machine: {
    __typename: 'Machine',
    id: `m${machine}`,
    databaseId: machine,
    serial: `A390000000${machine}`,
    viewerCanChangeUsageDates: mayChange,
    dateProposals: [
      {
        __typename: 'NightDateProposal',
        source: 'WIRELESS',
        from: nights[0]!,
        to: nights[1]!,
        days: -3,
        nights: 3,
        changedAfter: '2026-05-01T17:00:00Z',
        changedBefore: '2026-05-08T17:00:00Z',
      },
    ],
  },
});

async function shown(devices: Device[]): Promise<string[]> {
  const { quiet } = await renderApp(<PatientDateProposals patientId="p7" />, {
    mocks: [
      {
        request: { query: PatientDateProposalsDocument, variables: { id: 'p7' } },
        result: { data: { patient: { __typename: 'Patient', id: 'p7', devices } } },
      },
    ],
  });
  await quiet();
  return screen.queryAllByRole('note').map((note) => /A39\d+/.exec(note.textContent)![0]);
}

test.each<[string, Device[], string[]]>([
  [
    'of each device',
    [device(1, ['2026-05-05', null]), device(2, ['2026-01-01', '2026-05-05'], { machine: 4 })],
    ['A3900000003', 'A3900000004'],
  ],
  [
    'of a device that the patient has had twice, once',
    [device(1, ['2026-05-05', null]), device(2, ['2026-01-01', '2026-05-05'])],
    ['A3900000003'],
  ],
  ['whose last night is the first of the patient', [device(1, ['2026-05-06', null])], ['A3900000003']],
  ['none of nights before the patient had the device', [device(1, ['2026-05-07', null])], []],
  ['whose first night is the last of the patient', [device(1, ['2026-01-01', '2026-05-05'])], ['A3900000003']],
  ['none of nights after the patient had the device', [device(1, ['2026-01-01', '2026-05-04'])], []],
  ['none for a viewer who may not change dates', [device(1, ['2026-01-01', null], { mayChange: false })], []],
])('the page of a patient shows the proposals %s', async (_title, devices, serials) => {
  expect(await shown(devices)).toEqual(serials);
});
