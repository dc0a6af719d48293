import type { MockLink } from '@apollo/client/testing';
import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import {
  CancelUploadDocument,
  ConfirmUploadDocument,
  UploadReviewDocument,
} from '../features/uploads/gql/UploadReview.ts';
import { UploadVoidsDocument } from '../features/usage-dates/gql/nightVoidOperations.ts';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { UploadPageDocument, UploadProgressDocument } from './gql/UploadPage.ts';
import { UploadPage } from './UploadPage.tsx';

type Mocks = MockLink.MockedResponse[];

const upload = (facts: object = {}) => ({
  __typename: 'Upload',
  id: 'u5',
  databaseId: 5,
  createdAt: '2026-03-01T15:00:00Z',
  ended: null,
  sentBy: 'Reyes, Dana',
  serial: 'A3900010001',
  state: 'PARSED',
  reason: null,
  nightCount: 40,
  addedCount: 38,
  completedCount: 0,
  voidedCount: 0,
  firstNight: '2010-01-01',
  lastNight: '2010-01-30',
  shiftDays: 0,
  proposedShiftDays: 5873,
  unassigned: null,
  machine: { __typename: 'Machine', id: 'm3', databaseId: 3, viewerCanChangeUsageDates: true },
  warnings: [],
  files: [
    {
      __typename: 'UploadFile',
      id: '1',
      name: 'A3900010001.idx',
      byteCount: 4096,
      state: 'PARTLY',
      warnings: [
        { __typename: 'UploadWarning', code: 'record.damaged', message: 'Damaged records that were left out: 3.' },
      ],
    },
  ],
  ...facts,
});
const page = (result: MockLink.MockedResponse['result']) => ({
  request: { query: UploadPageDocument, variables: { id: '5' } },
  result,
});
/** The page listens; no event comes. */
const silence = {
  request: { query: UploadProgressDocument, variables: { id: '5' } },
  delay: Number.POSITIVE_INFINITY,
  result: { data: { uploadProgress: upload() } },
};
/** The part with the voided nights reads what it shows itself: it loads during a test. */
const reading = {
  request: { query: UploadVoidsDocument, variables: { id: 'u5' } },
  maxUsageCount: Infinity,
  delay: Number.POSITIVE_INFINITY,
  result: { data: {} },
};
const shown = (facts: object = {}) => page({ data: { upload: upload(facts) } });
const failed = (code: string) => page({ errors: [new GraphQLError('No.', { extensions: { code } })] });
const open = (mocks: object[], language: Language = 'en') =>
  renderApp(<UploadPage />, {
    mocks: [...mocks, silence, reading] as Mocks,
    path: '/uploads/5',
    route: '/uploads/:id',
    language,
  });

test('the page shows what became of the upload and of each file', async () => {
  await open([shown()]);
  expect(await screen.findByRole('heading', { name: 'Upload 5' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'A3900010001' }).getAttribute('href')).toBe('/machines/3');
  const row = within(screen.getAllByRole('row')[1]!);
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    'A3900010001.idx',
    '4 kB',
    'Read with warnings',
    'Damaged records that were left out: 3.',
  ]);
});

test('the files are a region that the keyboard reaches, because they may be wider than a phone', async () => {
  await open([shown()]);
  expect(await screen.findByRole('region', { name: 'Files' })).toHaveAttribute('tabindex', '0');
});

test('while it is read a bar says so, and a refusal says why', async () => {
  await open([shown({ state: 'PARSING', serial: null, machine: null })]);
  expect(await screen.findByRole('progressbar', { name: 'The files are being read' })).toBeInTheDocument();
});

test('a refused upload says why', async () => {
  await open([
    shown({
      state: 'REFUSED',
      reason: 'The files contain no usage data. Send all files of the card together.',
      serial: null,
      machine: null,
    }),
  ]);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The files contain no usage data. Send all files of the card together.',
  );
});

test('before the answer the page is not empty, and names no upload', async () => {
  await open([{ ...shown(), delay: Number.POSITIVE_INFINITY }]);
  expect(screen.getByRole('navigation')).toHaveTextContent('…');
  expect(screen.queryByRole('heading', { name: /Upload/ })).toBeNull();
});

test('an upload that is not there, or of another organization, leads back to the uploads', async () => {
  await open([failed('NOT_FOUND')]);
  expect((await screen.findByRole('link', { name: 'To the uploads' })).getAttribute('href')).toBe('/uploads');
});

test('without the permission the page says so', async () => {
  await open([failed('FORBIDDEN')]);
  expect(await screen.findByText(/You do not have permission/)).toBeInTheDocument();
});

test('a load that fails can be repeated', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open([failed('INTERNAL_SERVER_ERROR'), shown()]);
  await user.click(await screen.findByRole('button', { name: /again|retry/i }));
  expect(await screen.findByRole('heading', { name: 'Upload 5' })).toBeInTheDocument();
});

test('in Spanish', async () => {
  await open([shown()], 'es');
  expect(await screen.findByRole('heading', { name: 'Carga 5' })).toBeInTheDocument();
  expect(screen.getByText('Leída con advertencias')).toBeInTheDocument();
});

const compliance = (compliantDays: number) => ({
  __typename: 'ComplianceForecast',
  state: compliantDays > 20 ? 'MET' : 'IN_PROGRESS',
  compliantDays,
  nightsNeeded: Math.max(0, 21 - compliantDays),
  windowStart: '2026-01-01',
  windowEnd: '2026-01-30',
});
const night = (date: string, facts: object = {}) => ({
  __typename: 'UploadedNight',
  date,
  recordedDate: date,
  hasPatient: true,
  minutes: 420,
  outcome: 'ADDED',
  overruledBy: null,
  overrules: [],
  ...facts,
});
const review = (facts: object = {}, input: object = {}) => ({
  request: { query: UploadReviewDocument, variables: { input: { uploadId: 'u5', ...input } } },
  result: {
    data: {
      checkConfirmUpload: {
        __typename: 'ConfirmUploadCheck',
        version: 'd1',
        nights: [
          night('2026-01-30'),
          night('2026-01-31'),
          night('2026-02-01'),
          night('2026-02-02', { overruledBy: 'WIRELESS' }),
          night('2026-02-04', { overrules: ['QR'] }),
          night('2026-02-05', { outcome: 'KNOWN' }),
        ],
        unassigned: null,
        settings: {
          __typename: 'UploadedSettings',
          night: '2026-02-05',
          isCurrent: true,
          values: [
            { __typename: 'UploadedSetting', name: 'max_apap', label: 'Max APAP', value: '12.0', unit: 'cmH2O' },
          ],
        },
        patients: [
          {
            __typename: 'UsageDateForecast',
            patient: { __typename: 'Patient', id: 'p1', firstName: 'Sofía', lastName: 'Ramírez' },
            nights: 5,
            before: compliance(18),
            after: compliance(22),
          },
        ],
        userErrors: [],
        ...facts,
      },
    },
  },
});
const waits = shown({ state: 'TO_CONFIRM' });
const confirmed = (userErrors: object[] = [], input: object = {}) => ({
  request: { query: ConfirmUploadDocument, variables: { input: { uploadId: 'u5', version: 'd1', ...input } } },
  result: {
    data: {
      confirmUpload: {
        __typename: 'ConfirmUploadPayload',
        upload: userErrors.length > 0 ? null : { __typename: 'Upload', id: 'u5', state: 'QUEUED' },
        userErrors,
      },
    },
  },
});

test('an upload that waits shows the nights in ranges with what overrules them, the settings, and compliance before and after', async () => {
  await open([waits, review()]);
  const nights = within(await screen.findByRole('region', { name: 'Nights of the card' }));
  expect(nights.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Dates', 'Nights', 'Result', 'Priority'],
    ['01/30/2026 to 02/01/2026', '3', 'New', ''],
    ['02/02/2026', '1', 'New', 'Overruled by wireless'],
    ['02/04/2026', '1', 'New', 'Overrules QR+'],
    ['02/05/2026', '1', 'Known from an earlier card', ''],
  ]);
  expect(screen.getByText('5 nights would be saved. Nothing is saved yet.')).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'Ramírez, Sofía' })).toBeInTheDocument();
  expect(screen.getByText(/22 compliant nights/)).toBeInTheDocument();
  expect(screen.getByText('Settings of 02/05/2026, which would be the current ones')).toBeInTheDocument();
  expect(screen.getByText('12.0 cmH2O')).toBeInTheDocument();
});

test('saving names the changes that were seen, and the upload is then read', async () => {
  const { user } = await open([waits, review(), confirmed()]);
  await user.click(await screen.findByRole('button', { name: 'Save these nights' }));
  expect(await screen.findByText('The nights are being saved.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Changes of this upload')).toBeNull());
  expect(screen.getByRole('progressbar', { name: 'The files are being read' })).toBeInTheDocument();
});

test('when something has changed since, saving says so and shows what would change now', async () => {
  const changed = {
    __typename: 'UserError',
    field: '',
    code: 'conflict',
    message: 'The changes of this upload are not the same as before. Review them again.',
  };
  const now = review({ nights: [night('2026-01-30', { overruledBy: 'WIRELESS' })], patients: [], settings: null });
  const { user } = await open([waits, review(), confirmed([changed]), now]);
  await user.click(await screen.findByRole('button', { name: 'Save these nights' }));
  expect(await screen.findByText(changed.message)).toBeInTheDocument();
  expect(await screen.findByText('1 night would be saved. Nothing is saved yet.')).toBeInTheDocument();
});

test('an upload that cannot be confirmed any longer says why, and can only be discarded', async () => {
  const message =
    'The serial number of the card is not that of a device you can see. Check the card, or request the device under Hand-offs.';
  const userErrors = [{ __typename: 'UserError', field: '', code: 'uploads.reason.serial_unknown', message }];
  await open([waits, review({ version: null, nights: [], settings: null, patients: [], userErrors })]);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('button', { name: 'Save these nights' })).toBeDisabled();
});

test('discarding asks first, and opens the uploads', async () => {
  const canceled = {
    request: { query: CancelUploadDocument, variables: { input: { uploadId: 'u5' } } },
    result: { data: { cancelUpload: { __typename: 'CancelUploadPayload', userErrors: [] } } },
  };
  const { user, router } = await open([waits, review(), canceled]);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard this upload?' }));
  await user.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/uploads'));
  expect(await screen.findByText('The upload was discarded.')).toBeInTheDocument();
});

test('a review that does not load can be repeated', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const broken = {
    ...review(),
    result: { errors: [new GraphQLError('No.', { extensions: { code: 'INTERNAL_SERVER_ERROR' } })] },
  };
  const { user } = await open([waits, broken, review()]);
  await user.click(await screen.findByRole('button', { name: /again|retry/i }));
  expect(await screen.findByText('5 nights would be saved. Nothing is saved yet.')).toBeInTheDocument();
});

const nobodys = { __typename: 'UnassignedNights', nights: 2, from: '2010-01-29', to: '2010-01-30' };
const ofNobody = { settings: null, patients: [] };
const wrong = review({
  ...ofNobody,
  unassigned: nobodys,
  nights: [night('2010-01-29', { hasPatient: false }), night('2010-01-30', { hasPatient: false })],
});
const moved = (days: number, first: string, last: string) =>
  review(
    {
      ...ofNobody,
      version: 'd2',
      nights: [night(first, { recordedDate: '2010-01-29' }), night(last, { recordedDate: '2010-01-30' })],
    },
    { shiftDays: days },
  );
const rowsOfNights = async () =>
  within(await screen.findByRole('region', { name: 'Nights of the card' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('nights without a patient are named, and the days are proposed that put the newest on the evening before the upload', async () => {
  const { user } = await open([
    waits,
    wrong,
    moved(5873, '2026-02-27', '2026-02-28'),
    confirmed([], { version: 'd2', shiftDays: 5873 }),
  ]);
  expect(
    await screen.findByText(
      '2 nights belong to no patient, because no assignment covers them: 01/29/2010 to 01/30/2010.',
    ),
  ).toBeInTheDocument();
  expect(await rowsOfNights()).toEqual([['01/29/2010 to 01/30/2010', '2', 'NewNo patient', '']]);
  const days = screen.getByRole('textbox', { name: 'Move all nights by this number of days' });
  expect(days).toHaveValue('5873');
  // 2010-01-30 and 5,873 days are 2026-02-28; the upload is of 2026-03-01.
  expect(
    screen.getByText('The newest night, 01/30/2010, becomes 02/28/2026. The recorded dates are kept.'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show with these dates' }));
  await waitFor(async () =>
    expect(await rowsOfNights()).toEqual([
      ['02/27/2026 to 02/28/2026On the card: 01/29/2010 to 01/30/2010', '2', 'New', ''],
    ]),
  );
  expect(screen.queryByText(/belong to no patient/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save these nights' }));
  expect(await screen.findByText('The nights are being saved.')).toBeInTheDocument();
});

test('other days can be typed, what is no number of days is an error, and the dates of the card can be kept', async () => {
  const { user } = await open([waits, wrong, moved(-3, '2010-01-26', '2010-01-27'), wrong]);
  const days = await screen.findByRole('textbox', { name: 'Move all nights by this number of days' });
  const apply = screen.getByRole('button', { name: 'Show with these dates' });
  for (const text of ['0', 'ten', '7306']) {
    await user.clear(days);
    await user.type(days, text);
    await user.click(apply);
    expect(screen.getByText('Enter a whole number of days other than 0, of at most 7305.')).toBeInTheDocument();
  }
  await user.clear(days);
  await user.type(days, '-3');
  await user.click(apply);
  await waitFor(async () => expect((await rowsOfNights())[0]![0]).toMatch(/^01\/26\/2010 to 01\/27\/2010/));
  await user.click(screen.getByRole('button', { name: 'Keep the dates of the card' }));
  await waitFor(async () => expect((await rowsOfNights())[0]![0]).toBe('01/29/2010 to 01/30/2010'));
});

test('a card whose dates are wrong can only be saved after a move', async () => {
  const message = 'The dates of the card are wrong.';
  const userErrors = [{ __typename: 'UserError', field: 'shiftDays', code: 'uploads.reason.wrong_dates', message }];
  const { user } = await open([
    waits,
    review({ ...ofNobody, version: null, nights: [], userErrors }),
    moved(5873, '2026-02-27', '2026-02-28'),
  ]);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.getByRole('button', { name: 'Save these nights' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Show with these dates' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save these nights' })).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('of a card whose nights have patients the move is behind a button', async () => {
  const { user } = await open([waits, review()]);
  await user.click(await screen.findByRole('button', { name: 'Move all nights' }));
  expect(screen.getByRole('textbox', { name: 'Move all nights by this number of days' })).toBeInTheDocument();
});

test('without the permission to change dates nothing moves nights', async () => {
  const machine = { __typename: 'Machine', id: 'm3', databaseId: 3, viewerCanChangeUsageDates: false };
  await open([shown({ state: 'TO_CONFIRM', machine, unassigned: nobodys }), wrong]);
  await waitFor(() => expect(screen.getAllByText(/belong to no patient/)).toHaveLength(2));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Move these nights' })).toBeNull();
});

test('known nights that would be completed are counted apart', async () => {
  const completed = review({
    ...ofNobody,
    nights: [night('2026-01-30', { outcome: 'COMPLETED' }), night('2026-01-31', { outcome: 'COMPLETED' })],
  });
  await open([waits, completed]);
  expect(await rowsOfNights()).toEqual([
    ['01/30/2026 to 01/31/2026', '2', 'Known, and completed with missing or corrected figures', ''],
  ]);
  expect(
    screen.getByText('2 known nights would be completed with figures of the card. Nothing is saved yet.'),
  ).toBeInTheDocument();
  expect(screen.queryByText(/would be saved/)).toBeNull();
});

test('voided nights are counted apart, and nothing of them would be saved', async () => {
  const voided = review({
    ...ofNobody,
    nights: [night('2026-01-30', { outcome: 'VOIDED' }), night('2026-01-31', { outcome: 'ADDED' })],
  });
  await open([waits, voided]);
  expect(
    await screen.findByText('1 night of the card was voided before. It stays voided until it is restored.'),
  ).toBeInTheDocument();
  expect(screen.getByText('1 night would be saved. Nothing is saved yet.')).toBeInTheDocument();
  expect((await rowsOfNights()).map(([, , outcome]) => outcome)).toEqual([
    expect.stringContaining('Voided before; it stays voided'),
    expect.stringContaining('New'),
  ]);
});

test('the page of a saved upload counts completed nights, and leads to the utility for those of no patient', async () => {
  await open([shown({ addedCount: 30, completedCount: 7, voidedCount: 2, shiftDays: -226, unassigned: nobodys })]);
  expect(await screen.findByRole('link', { name: 'Move these nights' })).toHaveAttribute(
    'href',
    '/machines/3?dates=change&source=sd&from=2010-01-29&to=2010-01-30&days=5873',
  );
  const fact = (name: string) => screen.getByText(name).parentElement!.textContent;
  expect(['Nights completed', 'Nights that stay voided', 'Moved by'].map(fact)).toEqual([
    'Nights completed7',
    'Nights that stay voided2',
    'Moved by-226 days',
  ]);
});
