import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import type { Language } from '../../lib/language.ts';
import { InCache } from '../../testing/InCache.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { aDevice } from './deviceFixtures.ts';
import { DeviceHistoryPanel } from './DeviceHistoryPanel.tsx';
import { DeviceHistorySelector } from './DeviceHistorySelector.tsx';
import type { DeviceHistoryCard_historyFragment } from './gql/DeviceHistoryCard.ts';
import { DeviceHistoryPanel_patientFragmentDoc } from './gql/DeviceHistoryPanel.ts';

type Device = DeviceHistoryCard_historyFragment;

const now = aDevice({ databaseId: 11, serial: 'A3900010001', model: 'Luna G3 Auto', startDate: '2026-07-20' });
const before = aDevice({
  databaseId: 10,
  serial: 'A2076543217',
  model: 'Luna II',
  startDate: '2026-03-12',
  endDate: '2026-07-18',
  isAssignedToPatient: false,
});

interface Options {
  may?: boolean;
  context?: 'patient' | 'machine';
  language?: Language;
  onICodeReports?: (historyId: number) => void;
}

function patientWith(devices: Device[], viewerCanAssignDevice: boolean) {
  return { __typename: 'Patient' as const, id: 'p7', viewerCanAssignDevice, devices };
}

function Selector({
  devices,
  may = true,
  context = 'patient',
  onICodeReports = () => {},
}: Options & { devices: Device[] }) {
  const [selected, setSelected] = useState(devices[0]?.databaseId);
  const patient = patientWith(devices, may);
  const choice = { selected, onSelect: setSelected, onReload: () => Promise.resolve(), onICodeReports };
  return (
    <InCache fragment={DeviceHistoryPanel_patientFragmentDoc} fragmentName="DeviceHistoryPanel_patient" data={patient}>
      {context === 'patient' ? (
        <DeviceHistoryPanel patient={patient as never} {...choice} />
      ) : (
        <DeviceHistorySelector devices={devices as never} context={context} {...choice} />
      )}
    </InCache>
  );
}

const show = (devices: Device[], options: Options = {}) =>
  renderApp(<Selector devices={devices} {...options} />, { language: options.language });

const card = (name: string) => screen.getByRole('radio', { name });

test('a card shows the model, the serial as a link, and start date to end date or the word present', async () => {
  await show([now, before]);
  expect(card('Luna G3 Auto')).toHaveAccessibleDescription('A3900010001 07/20/2026 to present');
  expect(card('Luna II')).toHaveAccessibleDescription('A2076543217 03/12/2026 to 07/18/2026');
  expect(screen.getByRole('link', { name: 'A3900010001' })).toHaveAttribute('href', '/org-device/A3900010001/guid-11');
});

test('the serial is plain text for a viewer who may not open the device', async () => {
  await show([{ ...now, serialPath: null }]);
  expect(screen.getByText('A3900010001')).toBeInTheDocument();
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('on a machine page a card is titled by the patient', async () => {
  await show([now], { context: 'machine' });
  expect(card('Ramírez, Sofía')).toBeInTheDocument();
});

test('the first device is selected, and the arrow keys continue from it', async () => {
  const { user } = await show([now, before]);
  expect(card('Luna G3 Auto')).toBeChecked();
  await user.click(screen.getByText('Luna II'));
  expect(card('Luna II')).toBeChecked();
  await user.keyboard('{ArrowUp}');
  expect(card('Luna G3 Auto')).toBeChecked();
  expect(card('Luna G3 Auto')).toHaveFocus();
});

test('assigned and ended devices look different', async () => {
  const { container } = await show([now, before]);
  expect(
    [...container.querySelectorAll('[data-assigned]')].map((element) => element.getAttribute('data-assigned')),
  ).toEqual(['true', 'false']);
});

test('the menu of a card links to its iCode Reports', async () => {
  const onICodeReports = jest.fn();
  const { user } = await show([now, before], { onICodeReports });
  await user.click(screen.getByRole('button', { name: 'Menu of device A2076543217' }));
  await user.click(await screen.findByRole('menuitem', { name: 'iCode Reports' }));
  await waitFor(() => expect(onICodeReports).toHaveBeenCalledWith(10));
});

test('a patient without devices shows a message', async () => {
  await show([]);
  expect(screen.getByText('No devices found for this patient.')).toBeInTheDocument();
});

test('Add Device is shown only to viewers who may assign a device', async () => {
  const { unmount } = await show([before]);
  expect(screen.getByRole('button', { name: 'Add Device' })).toBeInTheDocument();
  unmount();
  await show([before], { may: false });
  expect(screen.queryByRole('button', { name: 'Add Device' })).not.toBeInTheDocument();
});

test('the Spanish interface translates the selector', async () => {
  const { unmount } = await show([now], { language: 'es', onICodeReports: () => {} });
  expect(card('Luna G3 Auto')).toHaveAccessibleDescription('A3900010001 07/20/2026 hasta hoy');
  expect(
    within(screen.getByRole('radiogroup', { name: 'Dispositivos' })).getByRole('button', {
      name: 'Menú del dispositivo A3900010001',
    }),
  ).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Agregar dispositivo' })).toBeInTheDocument();
  unmount();
  await show([], { language: 'es' });
  expect(screen.getByText('No se encontraron dispositivos de este paciente.')).toBeInTheDocument();
});
