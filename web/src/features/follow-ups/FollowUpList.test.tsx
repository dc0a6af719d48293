import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import type { Language } from '../../lib/language.ts';
import { FollowUpsPage } from '../../pages/FollowUpsPage.tsx';
import { Unreachable } from '../../lib/reach.ts';
import { setClock } from '../../testing/clock.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { expectConsoleError } from '../../testing/setup.ts';
import './FollowUpActs.tsx';
import { aFollowUp, NOW } from './followUpFixtures.ts';
import type { FollowUp } from './followUpText.ts';
import { FollowUpsPageDocument, type FollowUpsPageQueryVariables } from './gql/useFollowUps.ts';
import { withFirst } from './useFollowUps.ts';

beforeEach(() => void setClock(NOW));
afterEach(() => void jest.useRealTimers());

interface Page {
  hasNextPage?: boolean;
  total?: number;
  endCursor?: string;
}
const pageOf = (
  rows: readonly FollowUp[],
  { hasNextPage = false, total = rows.length, endCursor = 'c1' }: Page = {},
) => ({
  followUps: {
    __typename: 'FollowUpConnection' as const,
    totalCount: total,
    totalCountIsCapped: false,
    pageInfo: { __typename: 'PageInfo' as const, hasNextPage, endCursor },
    edges: rows.map((node) => ({ __typename: 'FollowUpEdge' as const, node })),
  },
  followUpCounts: (['NIGHTS_NEEDED', 'ICODE_CALL', 'SILENT', 'SETTINGS_FAILED'] as const).map((reason, index) => ({
    __typename: 'FollowUpCount' as const,
    reason,
    count: index === 2 ? 10_000 : index,
    countIsCapped: index === 2,
  })),
});
const answer = (
  rows: readonly FollowUp[],
  variables: Partial<FollowUpsPageQueryVariables> = {},
  page: Page = {},
): MockLink.MockedResponse => ({
  request: {
    query: FollowUpsPageDocument,
    variables: { first: 50, state: 'OPEN', reasons: null, assigned: null, ...variables },
  },
  result: { data: pageOf(rows, page) },
});
const open = (mocks: MockLink.MockedResponse[], path = '/follow-ups', language: Language = 'en') =>
  renderApp(<FollowUpsPage />, { mocks, path, language });
const rows = () => within(screen.getByRole('list', { name: 'Follow-ups' })).getAllByRole('listitem');
const namesOf = (items: HTMLElement[]) => items.map((item) => item.getAttribute('aria-label'));

test('each row says which patient to call, the phone numbers, why, until when, the other reasons and who does it', async () => {
  await open([
    answer([
      aFollowUp(1, {
        reason: 'NIGHTS_NEEDED',
        nightsNeeded: 12,
        nightsLeft: 14,
        until: '2026-11-25',
        otherReasons: ['SILENT', 'SETTINGS_FAILED'],
        assignee: { __typename: 'Colleague', id: 'u9', name: 'Cho, Lee' },
        patient: { mobilePhone: '7875550199' },
      }),
      aFollowUp(2, { reason: 'ICODE_CALL', iCodePeriods: [30, 90], until: '2026-11-26', patient: { phone: null } }),
      aFollowUp(3, { reason: 'NIGHTS_NEEDED', nightsNeeded: 5, nightsLeft: 5, until: '2026-11-27' }),
      aFollowUp(4, { patient: { mobilePhone: '2125550123' } }),
      aFollowUp(5, {
        reason: 'SETTINGS_FAILED',
        failureText: 'The device refused it.',
        outcome: 'LEFT_MESSAGE',
        note: 'Ask for\nthe son',
        decidedBy: 'Cho, Lee',
        decidedAt: '2026-11-20T15:00:00Z',
      }),
    ]),
  ]);
  await screen.findByRole('link', { name: 'Abbott1, Ada' });
  const [nights, code, soon, silent, failed] = rows();
  expect(within(nights!).getByRole('link', { name: 'Abbott1, Ada' })).toHaveAttribute('href', '/patients/1');
  expect(
    within(nights!)
      .getAllByRole('link', { name: /^Call/ })
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['(212) 555-0123', 'tel:+12125550123'],
    ['(787) 555-0199', 'tel:+17875550199'],
  ]);
  for (const text of [
    'Nights needed',
    'Also: Silent device, Settings not delivered',
    'Needs 12 of the 14 nights that are left',
    'Until 11/25/2026Overdue',
    'Assigned to Cho, Lee',
  ])
    expect(nights).toHaveTextContent(text);
  expect(code).toHaveTextContent('Ask for the 30-day and 90-day iCodes');
  expect(code).toHaveTextContent('Until 11/26/2026Today');
  expect(within(code!).queryByRole('link', { name: /^Call/ })).toBeNull();
  expect(soon).toHaveTextContent('Until 11/27/2026in 1 day');
  expect(silent).toHaveTextContent('Last connected 5 days agoSince 11/20/2026Not assigned');
  // The number that both fields have.
  expect(within(silent!).getAllByRole('link', { name: /^Call/ })).toHaveLength(1);
  expect(failed).toHaveTextContent(
    'The device refused it.Last time: Left a message.Ask for the sonCho, Lee, 11/20/2026 10:00:00',
  );
  expect(screen.getByText('5 of 5')).toBeInTheDocument();
  expect(document.title).toBe('Follow-ups · Airlog');
});

describe('the address keeps what is shown', () => {
  test('each choice is in it, Back returns to the one before, and the numbers are those of the open ones', async () => {
    const { user, router } = await open([
      answer([aFollowUp(1)]),
      answer([aFollowUp(2)], { reasons: ['SILENT'] }),
      answer([aFollowUp(3, { state: 'SNOOZED', hiddenUntil: '2026-12-01' })], {
        state: 'SNOOZED',
        reasons: ['SILENT'],
      }),
      answer([], { state: 'SNOOZED', reasons: ['SILENT'], assigned: 'ME' }),
      answer([aFollowUp(3, { state: 'SNOOZED', hiddenUntil: '2026-12-01' })], {
        state: 'SNOOZED',
        reasons: ['SILENT'],
      }),
    ]);
    await screen.findByText('Abbott1, Ada');
    const reasons = screen.getByRole('list', { name: 'Reason' });
    expect(
      within(reasons)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nights needed0', 'iCode call1', 'Silent device10,000+', 'Settings not delivered3']);
    await user.click(within(reasons).getByRole('button', { name: /^Silent/ }));
    await screen.findByText('Abbott2, Ada');
    expect(within(reasons).getByRole('button', { name: /^Silent/ })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Snoozed' }));
    await screen.findByText('Abbott3, Ada');
    expect(rows()[0]).toHaveTextContent('Snoozed until 12/01/2026.');
    expect(within(reasons).getByRole('button', { name: 'Silent device' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Mine' }));
    expect(await screen.findByText('No follow-up matches.')).toBeInTheDocument();
    expect(decodeURIComponent(router.state.location.search)).toBe('?state=snoozed&reasons=silent&assigned=me');
    await router.navigate(-1);
    await screen.findByText('Abbott3, Ada');
  });

  test.each([
    ['', {}, 'No follow-ups. Everyone is looked after.'],
    ['?state=snoozed', { state: 'SNOOZED' }, 'No follow-up is snoozed.'],
    ['?state=done', { state: 'DONE' }, 'No follow-up that is done is still due.'],
    ['?assigned=me', { assigned: 'ME' }, 'No open follow-up is assigned to you.'],
    ['?assigned=no_one', { assigned: 'NO_ONE' }, 'No follow-up matches.'],
    ['?assigned=me&reasons=silent', { assigned: 'ME', reasons: ['SILENT'] }, 'No follow-up matches.'],
  ] as const)('without rows, %j says so', async (query, variables, text) => {
    await open([answer([], variables as Partial<FollowUpsPageQueryVariables>)], `/follow-ups${query}`);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  });
});

describe('more follow-ups', () => {
  const first = Array.from({ length: 50 }, (_, index) => aFollowUp(index + 1));

  test('are read behind the last one', async () => {
    const { user } = await open([
      answer(first, {}, { hasNextPage: true, total: 51 }),
      answer([aFollowUp(51)], { after: 'c1' }, { total: 51 }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('Abbott51, Ada');
    expect(screen.getByText('51 of 51')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  });

  test('that cannot be read are said, and the first ones stay', async () => {
    expectConsoleError(/offline/);
    const { user } = await open([
      answer(first, {}, { hasNextPage: true, total: 51 }),
      { ...answer([], { after: 'c1' }), result: undefined, error: new Error('offline') },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('More follow-ups could not be loaded. Try again.')).toBeInTheDocument();
    expect(rows()).toHaveLength(50);
  });

  test('stay, without doubles, when the first ones are read again', () => {
    const before = pageOf(
      [1, 2, 3, 4, 5].map((id) => aFollowUp(id)),
      { endCursor: 'c5' },
    );
    const now = pageOf(
      [2, 3, 4].map((id) => aFollowUp(id)),
      { hasNextPage: true, endCursor: 'c4' },
    );
    const { edges, pageInfo } = withFirst(before, now).followUps;
    expect(edges.map(({ node }) => (node as FollowUp).id)).toEqual(['2-SILENT', '3-SILENT', '4-SILENT', '5-SILENT']);
    expect(pageInfo.endCursor).toBe('c5');
    expect(withFirst(before, pageOf([aFollowUp(2)])).followUps.edges).toHaveLength(1);
  });

  test('while the first ones of another choice are being read they are what was read', () => {
    const now = pageOf([aFollowUp(2)]);
    expect(withFirst({}, now)).toBe(now);
  });
});

test('follow-ups that could not be read are read again on request', async () => {
  const failed = {
    ...answer([]),
    result: { errors: [new GraphQLError('down', { extensions: { code: 'INTERNAL', requestId: 'req-7' } })] },
  };
  const { user } = await open([failed, answer([aFollowUp(1)])]);
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('Loading...');
  expect(await screen.findByRole('alert')).toHaveTextContent('req-7');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Abbott1, Ada')).toBeInTheDocument();
});

test('follow-ups that cannot be read again stay, with a line that says so and Try again', async () => {
  const { request } = answer([], { after: null });
  const { user } = await open([
    answer([aFollowUp(1)]),
    { request, error: new Unreachable() },
    answer([aFollowUp(1), aFollowUp(2)]),
  ]);
  expect(await screen.findByRole('list', { name: 'Follow-ups' })).toBeInTheDocument();
  fireEvent(window, new Event('focus'));
  expect(await screen.findByText(/^These rows may be out of date/)).toBeInTheDocument();
  expect(rows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.queryByText(/out of date/)).not.toBeInTheDocument();
});

test('without the permission to read patients it says so', async () => {
  await renderApp(<FollowUpsPage />, { viewer: { ...testViewer, viewerCanReadPatients: false } });
  expect(screen.getByText(/permission/i)).toBeInTheDocument();
});

test('who may write no notes has no buttons', async () => {
  await open([answer([aFollowUp(1, { patient: { viewerCanWriteNotes: false } })])]);
  await screen.findByText('Abbott1, Ada');
  expect(within(rows()[0]!).queryByRole('button')).toBeNull();
});

test('in Spanish', async () => {
  await open([answer([aFollowUp(1, { until: '2026-11-25' })])], '/follow-ups', 'es');
  const list = await screen.findByRole('list', { name: 'Seguimientos' });
  const [row] = within(list).getAllByRole('listitem');
  expect(row).toHaveTextContent(
    'Dispositivo sin conexiónÚltima conexión hace 5 díasHasta el 11/25/2026VencidoSin asignar',
  );
  expect(namesOf([row!])).toEqual(['Abbott1, Ada: Dispositivo sin conexión']);
});
