import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { announceDeviceChange } from '../../lib/deviceChanges.ts';
import type { Language } from '../../lib/language.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { ICodeCallsDocument } from './gql/ICodeCalls.ts';
import { ICodeCalls } from './ICodeCalls.tsx';
import type { ICodeCall, ICodeCallPlan } from './iCodeCallText.ts';

beforeEach(() => void setClock('2026-05-01T15:00:00Z'));
afterEach(() => void jest.useRealTimers());

const call = (change: Partial<ICodeCall> = {}): ICodeCall => ({
  __typename: 'ICodeCall',
  on: '2026-05-04',
  periods: [30],
  firstNight: '2026-04-04',
  lastNight: '2026-05-03',
  reason: 'TARGET_POSSIBLE',
  ...change,
});
const wholePeriod = call({
  on: '2026-06-01',
  periods: [30, 90],
  firstNight: '2026-03-03',
  lastNight: '2026-05-31',
  reason: 'WHOLE_PERIOD',
});
const plan = (change: Partial<ICodeCallPlan> = {}): ICodeCallPlan => ({
  __typename: 'ICodeCallPlan',
  state: 'PLANNED',
  serial: 'A3900012345',
  nightsArrive: false,
  calls: [call(), wholePeriod],
  caught: null,
  ...change,
});
const organization = { __typename: 'Organization', id: 'o1', timezone: 'America/New_York' };
const answer = (iCodeCalls: ICodeCallPlan, viewerCanUploadICode = true): MockLink.MockedResponse => ({
  request: { query: ICodeCallsDocument, variables: { patientId: 'p7' } },
  result: { data: { patient: { __typename: 'Patient', id: 'p7', viewerCanUploadICode, organization, iCodeCalls } } },
});
const open = (mocks: MockLink.MockedResponse[], language?: Language) =>
  renderApp(<ICodeCalls patientId="p7" />, { mocks, language });
const calls = async () => (await screen.findAllByRole('listitem')).map((item) => item.textContent);

test('each call says the day, the codes to ask for, the nights that they show, and why', async () => {
  await open([answer(plan())]);
  expect(await calls()).toEqual([
    '05/04/2026In 3 daysAsk for: 30-day codeShows: nights 04/04/2026 to 05/03/2026By the last code, no earlier window can have enough nights.',
    '06/01/2026In 31 daysAsk for: 30-day code and 90-day codeShows: nights 03/03/2026 to 05/31/2026The last day. The longest code contains the best window of all its nights, and on this day only.',
  ]);
  expect(screen.getByText(/codes of device A3900012345 read in the morning/)).toBeInTheDocument();
});

test.each([
  ['tomorrow', { on: '2026-05-02' }, 'In 1 day'],
  ['today', { on: '2026-05-01' }, 'Call today'],
  ['overdue', { on: '2026-05-01', reason: 'OVERDUE' as const }, 'Overdue: call today'],
])('a call of %s says so', async (_title, change, text) => {
  await open([answer(plan({ calls: [call(change)] }))]);
  expect(within(await screen.findByRole('listitem')).getByText(text)).toBeInTheDocument();
});

test.each([
  ['NONE' as const, 'No calls are planned: there is no therapy start to count from'],
  ['NO_DEVICE' as const, 'No calls are planned: the patient has no device from which a code can be read.'],
  ['MET' as const, 'No call is needed: the recorded nights meet the rule.'],
  ['MISSED' as const, 'No calls are planned: the last day has passed'],
])('without a call the reason is there: %s', async (state, text) => {
  await open([answer(plan({ state, serial: null, calls: [] }))]);
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the code that proves the rule is named', async () => {
  const caught = {
    __typename: 'ICodeProof' as const,
    collected: '2026-04-20',
    firstNight: '2026-03-21',
    lastNight: '2026-04-19',
  };
  await open([answer(plan({ state: 'CAUGHT', calls: [], caught }))]);
  expect(
    await screen.findByText(
      'No call is needed: the code of device A3900012345 read on 04/20/2026, for the nights 03/21/2026 to 04/19/2026, proves that the rule was met.',
    ),
  ).toBeInTheDocument();
});

test('the list is copied as plain text without the name of the patient', async () => {
  const { user } = await open([answer(plan())]);
  await user.click(await screen.findByRole('button', { name: 'Copy the list' }));
  expect(await navigator.clipboard.readText()).toBe(
    [
      'iCode calls, device A3900012345',
      '05/04/2026: 30-day code (nights 04/04/2026 to 05/03/2026)',
      '06/01/2026: 30-day code and 90-day code (nights 03/03/2026 to 05/31/2026)',
    ].join('\n'),
  );
});

test('codes of a call are entered as read by the patient by phone, and only by those who may upload iCodes', async () => {
  const { user, unmount } = await open([answer(plan())]);
  await user.click(await screen.findByRole('button', { name: 'Enter codes read by phone' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add iCode Report' }));
  expect(form.getByLabelText('Codes read by')).toHaveDisplayValue('Patient');
  expect(form.getByLabelText('Way of reading')).toHaveDisplayValue('by phone');
  expect(form.getByLabelText('Device serial number')).toHaveValue('A3900012345');
  unmount();
  await open([answer(plan(), false)]);
  await calls();
  expect(screen.queryByRole('button', { name: 'Enter codes read by phone' })).not.toBeInTheDocument();
});

test('a device that sends its nights needs a call only if they stop arriving', async () => {
  await open([answer(plan({ nightsArrive: true }))]);
  expect(await screen.findByText('This device sends its nights. Call only if they stop arriving.')).toBeInTheDocument();
});

test('the plan follows the codes that are entered', async () => {
  await open([answer(plan()), answer(plan({ state: 'MET', calls: [] }))]);
  await calls();
  act(() => announceDeviceChange());
  expect(await screen.findByText('No call is needed: the recorded nights meet the rule.')).toBeInTheDocument();
});

test('the Spanish interface translates the plan', async () => {
  await open([answer(plan({ calls: [wholePeriod] }))], 'es');
  expect(await calls()).toEqual([
    '06/01/2026En 31 díasPedir: código de 30 días y código de 90 díasMuestra: noches del 03/03/2026 al 05/31/2026El último día. El código más largo contiene la mejor ventana de todas sus noches, y solo este día.',
  ]);
});
