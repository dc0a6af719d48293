import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import {
  CheckVoidNightsDocument,
  GiveBackNightsDocument,
  GiveBackNightsPreviewDocument,
  CheckGiveBackNightsDocument,
  PatientVoidedNightsDocument,
  UploadVoidsDocument,
  VoidNightsDocument,
  VoidNightsPreviewDocument,
} from './gql/nightVoidOperations.ts';
import { PatientVoids } from './PatientVoids.tsx';
import { UploadVoids } from './UploadVoids.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './NightVoidsDialog.tsx';

const machineOf = (viewerCanChangeUsageDates: boolean) => ({
  __typename: 'Machine',
  id: 'm7',
  databaseId: 7,
  serial: 'A3900010001',
  viewerCanChangeUsageDates,
});
const voided = (can: boolean) => ({
  __typename: 'VoidedNights',
  nights: 2,
  firstDate: '2026-05-03',
  lastDate: '2026-05-04',
  reason: 'Wrong person',
  by: 'dana@example.test',
  at: '2026-06-02T15:00:00Z',
  nightIds: ['13', '14'],
  machine: machineOf(can),
});
const upload = (voidableNights: number, voidedNights: object[], can = true): MockLink.MockedResponse => ({
  request: { query: UploadVoidsDocument, variables: { id: 'u5' } },
  result: {
    data: { upload: { __typename: 'Upload', id: 'u5', voidableNights, voidedNights, machine: machineOf(can) } },
  },
});
const sofia = { __typename: 'Patient', id: 'p7', firstName: 'Sofía', lastName: 'Ramírez' };
const night = (nightId: string, date: string) => ({
  __typename: 'ChosenNightType',
  nightId,
  version: date,
  date,
  recordedDate: date,
  minutes: 420,
  patient: sofia,
});
const compliance = (state: string, compliantDays: number) => ({
  __typename: 'ComplianceForecast',
  state,
  compliantDays,
  nightsNeeded: 0,
  windowStart: '2026-05-01',
  windowEnd: '2026-05-30',
});
const check = (nights: object[], version: string | null, userErrors: object[] = []) => ({
  __typename: 'ChosenNightsCheck',
  version,
  nights,
  patients: [
    {
      __typename: 'UsageDateForecast',
      patient: sofia,
      nights: nights.length,
      before: compliance('MET', 21),
      after: compliance('IN_PROGRESS', 20),
    },
  ],
  userErrors,
});
const both = [night('11', '2026-05-01'), night('12', '2026-05-02')];
const required = {
  __typename: 'UserError',
  field: 'reason',
  code: 'required',
  message: 'This field is required.',
  value: null,
};
const whole = { machineId: 'm7', uploadId: 'u5' };
const preview: MockLink.MockedResponse = {
  request: { query: VoidNightsPreviewDocument, variables: { input: { ...whole, reason: '' } } },
  result: { data: { checkVoidNights: check(both, 'd1', [required]) } },
};
const checking = (input: object, nights: object[], version: string): MockLink.MockedResponse => ({
  request: { query: CheckVoidNightsDocument, variables: { input: { machineId: 'm7', ...input } } },
  result: { data: { checkVoidNights: check(nights, version) } },
});
const acted = jest.fn();
const voiding = (input: object, userErrors: object[] = []): MockLink.MockedResponse => ({
  request: { query: VoidNightsDocument, variables: { input: { machineId: 'm7', ...input } } },
  result: () => {
    acted();
    const result = userErrors.length > 0 ? null : 'The nights were voided.';
    return { data: { voidNights: { __typename: 'VoidNightsPayload', result, userErrors } } };
  },
});

async function show(mocks: MockLink.MockedResponse[], language?: Language) {
  acted.mockClear();
  const onDone = jest.fn();
  const { user } = await renderApp(<UploadVoids uploadId="u5" isLikely onDone={onDone} />, { mocks, language });
  return { user, onDone };
}

test('the chosen nights of an upload are voided with a reason, after a question with compliance before and after', async () => {
  const nights = [{ id: '12', version: '2026-05-02' }];
  const { user, onDone } = await show([
    upload(2, []),
    preview,
    checking({ nights, reason: 'Wrong person' }, [both[1]!], 'd2'),
    voiding({ nights, reason: 'Wrong person', version: 'd2' }),
    upload(1, [voided(true)]),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Void nights…' }));
  await user.click(await screen.findByRole('checkbox', { name: '05/01/2026' }));
  expect(screen.getByText('1 of 2 nights are chosen.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('This field is required.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Wrong person');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText('Void 1 night?')).toBeTruthy();
  expect(within(question).getByText(/Ramírez, Sofía/)).toBeTruthy();
  expect(acted).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Void nights' }));
  expect(await screen.findByText('The nights were voided.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onDone).toHaveBeenCalledTimes(1);
  expect(
    await screen.findByText(
      /SD card of A3900010001: 2 nights, 05\/03\/2026 – 05\/04\/2026, do not count\. dana@example\.test voided them on .*: Wrong person/,
    ),
  ).toBeTruthy();
});

test('all nights are voided as those of the upload, and a refusal keeps what was typed', async () => {
  const changed = {
    __typename: 'UserError',
    field: '',
    code: 'conflict',
    message: 'The nights changed.',
    value: null,
  };
  const { user, onDone } = await show([
    upload(2, []),
    preview,
    checking({ uploadId: 'u5', reason: 'Clock' }, both, 'd1'),
    voiding({ uploadId: 'u5', reason: 'Clock', version: 'd1' }, [changed]),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Void nights…' }));
  await screen.findByRole('checkbox', { name: '05/01/2026' });
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Clock');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Void nights' }));
  expect(await screen.findByText('The nights changed.')).toBeTruthy();
  expect((screen.getByRole('textbox', { name: /Reason/ }) as HTMLTextAreaElement).value).toBe('Clock');
  expect(onDone).not.toHaveBeenCalled();
});

test('without a chosen night nothing is asked', async () => {
  const { user } = await show([upload(2, []), preview]);
  await user.click(await screen.findByRole('button', { name: 'Void nights…' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Date' }));
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Clock');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Choose at least one night.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a viewer who may not sees what is voided and why, and no button', async () => {
  await show([upload(2, [voided(false)], false)]);
  expect(await screen.findByText(/Wrong person/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an upload whose nights cannot be voided shows nothing', async () => {
  await show([upload(2, [], false)]);
  await waitFor(() => expect(screen.queryByText('Nights of this card')).toBeNull());
});

test('the page of the patient names voided nights, and gives them back, in Spanish too', async () => {
  acted.mockClear();
  const input = { machineId: 'm7', nights: [{ id: '13' }, { id: '14' }] };
  const back = [night('13', '2026-05-03'), night('14', '2026-05-04')];
  const read = (voidedNights: object[]): MockLink.MockedResponse => ({
    request: { query: PatientVoidedNightsDocument, variables: { id: 'p7' } },
    result: { data: { patient: { __typename: 'Patient', id: 'p7', voidedNights } } },
  });
  const onReload = jest.fn(() => Promise.resolve());
  const { user } = await renderApp(<PatientVoids patientId="p7" onReload={onReload} />, {
    language: 'es',
    mocks: [
      read([voided(true)]),
      {
        request: { query: GiveBackNightsPreviewDocument, variables: { input } },
        result: { data: { checkGiveBackNights: check(back, 'd3') } },
      },
      {
        request: { query: CheckGiveBackNightsDocument, variables: { input } },
        result: { data: { checkGiveBackNights: check(back, 'd3') } },
      },
      {
        request: { query: GiveBackNightsDocument, variables: { input: { ...input, version: 'd3' } } },
        result: () => {
          acted();
          return {
            data: { giveBackNights: { __typename: 'GiveBackNightsPayload', result: 'Cuentan.', userErrors: [] } },
          };
        },
      },
      read([]),
    ],
  });
  await user.click(await screen.findByRole('button', { name: /Restaurar 2 noches anuladas/ }));
  await screen.findByText('2 de 2 noches elegidas.');
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText('¿Restaurar 2 noches?')).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Restaurar' }));
  await waitFor(() => expect(onReload).toHaveBeenCalledTimes(1));
  expect(acted).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByText(/Wrong person/)).toBeNull());
});
