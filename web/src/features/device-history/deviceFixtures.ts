import type { DeviceHistoryCard_historyFragment } from './gql/DeviceHistoryCard.ts';

/** A device as the API returns it, for tests: assigned and in use. */
export function aDevice(
  change: Partial<DeviceHistoryCard_historyFragment> & { databaseId: number },
): DeviceHistoryCard_historyFragment {
  const { databaseId, serial = 'A3900010001' } = change;
  return {
    __typename: 'DeviceHistory',
    id: `history-${databaseId}`,
    serial,
    model: 'Luna G3',
    image: '/images/devices/luna-g3.svg',
    patientName: 'Ramírez, Sofía',
    startDate: '2026-07-20',
    endDate: null,
    isAssignedToPatient: true,
    serialPath: `/org-device/${serial}/guid-${databaseId}`,
    viewerCanAddPin: false,
    viewerCanEdit: true,
    viewerCanDelete: true,
    viewerCanVoid: true,
    ...change,
  };
}
