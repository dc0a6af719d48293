import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import '../features/dashboard/FirstSteps.tsx';
import '../features/follow-ups/FollowUpActs.tsx';
import { aFollowUp } from '../features/follow-ups/followUpFixtures.ts';
import type { FollowUp } from '../features/follow-ups/followUpText.ts';
import { SnoozeFollowUpDocument } from '../features/follow-ups/gql/actOperations.ts';
import type { DashboardCardKind, DashboardList, FirstStepKind } from '../gql/schema.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { DashboardPage } from './DashboardPage.tsx';
import { DashboardPageDocument } from './gql/DashboardPage.ts';

type Counts = Partial<Record<DashboardCardKind, number>>;

const places: Record<DashboardCardKind, [needsSomeone: boolean, list: DashboardList, field: string, value: string]> = {
  SETTINGS_WAITING: [true, 'PATIENTS', 'attention', 'settings_waiting'],
  COMPLIANCE_CANNOT_BE_MET: [true, 'PATIENTS', 'compliance', 'cannot_be_met'],
  INVITED: [true, 'USERS', 'active', '2'],
  COMPLIANCE_IN_PROGRESS: [false, 'PATIENTS', 'compliance', 'in_progress'],
  COMPLIANCE_MET: [false, 'PATIENTS', 'compliance', 'met'],
  COMPLIANCE_NOT_MET: [false, 'PATIENTS', 'compliance', 'not_met'],
};

const VERIFIED = { verifiedAt: '2026-06-01T08:00:05Z', isOverdue: false, repaired: 0 };

const answer = (
  counts: Counts,
  rows: object[] = [],
  verification: object = VERIFIED,
  {
    followUps = [],
    followUpCounts = [],
    firstSteps = [],
  }: {
    followUps?: FollowUp[];
    followUpCounts?: [string, number, boolean?][];
    firstSteps?: FirstStepKind[];
  } = {},
) => ({
  request: { query: DashboardPageDocument },
  result: {
    data: {
      dashboard: {
        __typename: 'Dashboard',
        cards: (Object.keys(counts) as DashboardCardKind[]).map((kind) => {
          const [needsSomeone, list, field, value] = places[kind];
          return {
            __typename: 'DashboardCard',
            kind,
            needsSomeone,
            count: counts[kind],
            countIsCapped: false,
            list,
            field,
            value,
          };
        }),
        followUps,
        followUpCounts: followUpCounts.map(([reason, count, countIsCapped = false]) => ({
          __typename: 'FollowUpCount',
          reason,
          count,
          countIsCapped,
        })),
        firstSteps: firstSteps.map((kind) => ({ __typename: 'FirstStep', kind, isDone: false })),
        verification: { __typename: 'FigureVerification', ...verification },
        rows: rows.map((row) => ({ __typename: 'DashboardRow', patient: null, attention: null, user: null, ...row })),
      },
    },
  },
});

const cardsIn = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href')!)]);

test('what else needs attention has cards, each with a link to exactly the counted rows', async () => {
  await renderApp(<DashboardPage />, {
    mocks: [
      answer({
        SETTINGS_WAITING: 1204,
        COMPLIANCE_CANNOT_BE_MET: 2,
        INVITED: 3,
        COMPLIANCE_IN_PROGRESS: 4,
        COMPLIANCE_MET: 150,
        COMPLIANCE_NOT_MET: 0,
      }),
    ],
  });
  expect(await cardsIn('Needs attention today')).toEqual([
    ['Settings still waiting1,204', '/patients?f[attention]=equal:settings_waiting'],
    ['Compliance can no longer be met2', '/patients?f[compliance]=equal:cannot_be_met'],
    ['Invitations not accepted3', '/users?f[active]=equal:2'],
  ]);
  expect(await cardsIn('Compliance')).toEqual([
    ['In progress4', '/patients?f[compliance]=equal:in_progress'],
    ['Met150', '/patients?f[compliance]=equal:met'],
    ['Not met0', '/patients?f[compliance]=equal:not_met'],
  ]);
  expect(document.title).toBe('Home · Airlog');
});

test('an organization that begins has its first steps above everything else', async () => {
  await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 3 }, [], VERIFIED, { firstSteps: ['PATIENT'] })] });
  await screen.findByRole('list', { name: 'First steps' });
  expect(screen.getAllByRole('heading', { level: 2 })[0]!.textContent).toBe('First steps');
});

const patient = (databaseId: number, lastName: string, change: object = {}) => ({
  __typename: 'Patient',
  id: `p${databaseId}`,
  databaseId,
  firstName: 'Ada',
  lastName,
  currentSerial: '00012345678',
  lastConnectionAt: '2026-03-01T12:00:00Z',
  ...change,
});
const attention = (reason: string, change: object = {}) => ({
  __typename: 'PatientAttention',
  reason,
  since: '2026-03-02T15:30:00Z',
  sinceDay: '2026-03-02',
  submittedBy: null,
  failureText: null,
  ...change,
});
const table = async (title: string) => {
  const found = await screen.findByRole('table', { name: `${title}: the first rows` });
  return within(found)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
};

test('a card shows the first patients with reason, since when, device, who submitted, last connection and the action', async () => {
  await renderApp(<DashboardPage />, {
    mocks: [
      answer({ SETTINGS_WAITING: 7, COMPLIANCE_CANNOT_BE_MET: 1 }, [
        {
          kind: 'SETTINGS_WAITING',
          patient: patient(17, 'Abbott'),
          attention: attention('SETTINGS_WAITING', { submittedBy: 'Dana Reyes' }),
        },
        {
          kind: 'COMPLIANCE_CANNOT_BE_MET',
          patient: patient(18, 'Baker', { lastConnectionAt: null }),
          attention: attention('COMPLIANCE_CANNOT_BE_MET', { since: null, sinceDay: '2026-01-05' }),
        },
      ]),
    ],
  });
  expect(await table('Settings still waiting')).toEqual([
    ['Name', 'Reason', 'Since', 'Device', 'Submitted by', 'Last connection', 'Action'],
    [
      'Abbott, Ada',
      'The device has not applied the change',
      '03/02/2026 10:30:00',
      '00012345678',
      'Dana Reyes',
      '03/01/2026 07:00:00',
      'Review settings',
    ],
  ]);
  expect(await table('Compliance can no longer be met')).toEqual([
    ['Name', 'Reason', 'Since', 'Device', 'Last connection', 'Action'],
    ['Baker, Ada', 'The remaining nights are not enough', '01/05/2026', '00012345678', 'Never', 'Review nights'],
  ]);
  expect(screen.getByRole('link', { name: 'Abbott, Ada' })).toHaveAttribute('href', '/patients/17');
  expect(screen.getByRole('link', { name: 'Review settings: Abbott, Ada' })).toHaveAttribute('href', '/patients/17');
});

test('the card of invitations shows the first users', async () => {
  const user = {
    __typename: 'User',
    id: 'u1',
    firstName: 'Lee',
    lastName: 'Cho',
    email: 'lee@x.test',
    roleLabel: 'Staff',
  };
  await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 1 }, [{ kind: 'INVITED', user }])] });
  expect(await table('Invitations not accepted')).toEqual([
    ['Name', 'Email', 'Role'],
    ['Cho, Lee', 'lee@x.test', 'Staff'],
  ]);
});

test('a reason that no longer applies leaves its cells empty', async () => {
  await renderApp(<DashboardPage />, {
    mocks: [
      answer({ COMPLIANCE_CANNOT_BE_MET: 1 }, [
        { kind: 'COMPLIANCE_CANNOT_BE_MET', patient: patient(18, 'Baker'), attention: null },
      ]),
    ],
  });
  expect((await table('Compliance can no longer be met'))[1]).toEqual([
    'Baker, Ada',
    '',
    '',
    '00012345678',
    '03/01/2026 07:00:00',
    'Review nights',
  ]);
});

const withoutPatients = { ...testViewer, viewerCanReadPatients: false };

test('on a quiet day there is no follow-up and no card, and the overview stays', async () => {
  await renderApp(<DashboardPage />, {
    mocks: [answer({ SETTINGS_WAITING: 0, INVITED: 0, COMPLIANCE_MET: 7 })],
  });
  expect(await screen.findByText('No follow-ups. Everyone is looked after.')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Needs attention today' })).not.toBeInTheDocument();
  expect(await cardsIn('Compliance')).toEqual([['Met7', '/patients?f[compliance]=equal:met']]);
});

test('who reads no patients has no follow-ups, and sees that nothing needs attention', async () => {
  await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 0 })], viewer: withoutPatients });
  expect(await screen.findByText('Nothing needs attention today.')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Follow-ups' })).not.toBeInTheDocument();
});

test('a role without any cards sees a message', async () => {
  await renderApp(<DashboardPage />, { mocks: [answer({})], viewer: withoutPatients });
  expect(await screen.findByText('There is nothing to show for your role.')).toBeInTheDocument();
});

describe('the follow-ups come first', () => {
  const first = {
    followUps: [aFollowUp(1), aFollowUp(2)],
    followUpCounts: [
      ['NIGHTS_NEEDED', 0],
      ['SILENT', 10_000, true],
    ] satisfies [string, number, boolean?][],
  };

  test('with the patients to call, the number for each reason that is not zero, and the way to all', async () => {
    await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 1 }, [], VERIFIED, first)] });
    expect(await cardsIn('Open follow-ups by reason')).toEqual([
      ['Silent device 10,000+', '/follow-ups?reasons=silent'],
    ]);
    const rows = within(screen.getByRole('list', { name: 'The first follow-ups' })).getAllByRole('listitem');
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual([
      'Abbott1, Ada: Silent device',
      'Abbott2, Ada: Silent device',
    ]);
    expect(screen.getByRole('link', { name: 'All follow-ups' })).toHaveAttribute('href', '/follow-ups');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Follow-ups',
      'Needs attention today',
    ]);
  });

  test('and an act takes one of them away, reads the page again and shows the next one', async () => {
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const { user } = await renderApp(<DashboardPage />, {
      mocks: [
        answer({}, [], VERIFIED, first),
        {
          request: { query: SnoozeFollowUpDocument, variables: () => true },
          result: {
            data: {
              snoozeFollowUp: {
                __typename: 'FollowUpPayload',
                followUp: aFollowUp(1, { state: 'SNOOZED', hiddenUntil: until, version: '1' }),
                userErrors: [],
              },
            },
          },
        },
        answer({}, [], VERIFIED, { followUps: [aFollowUp(2), aFollowUp(3)] }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Snooze: Abbott1, Ada, Silent device' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
    await screen.findByRole('link', { name: 'Abbott3, Ada' });
    expect(screen.queryByRole('link', { name: 'Abbott1, Ada' })).not.toBeInTheDocument();
  });
});

test('while it loads it says so; when it cannot be loaded it offers Retry', async () => {
  const failed = {
    request: { query: DashboardPageDocument },
    result: { errors: [new GraphQLError('down', { extensions: { code: 'INTERNAL', requestId: 'req-7' } })] },
  };
  const { user } = await renderApp(<DashboardPage />, { mocks: [failed, answer({ INVITED: 1 })] });
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Invitations not accepted 1' })).toBeInTheDocument();
});

test('without the permission it says so', async () => {
  const refused = {
    request: { query: DashboardPageDocument },
    result: { errors: [new GraphQLError('no', { extensions: { code: 'FORBIDDEN' } })] },
  };
  await renderApp(<DashboardPage />, { mocks: [refused] });
  expect(await screen.findByText(/permission/i)).toBeInTheDocument();
});

test('returning to the window reloads it', async () => {
  await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 1 }), answer({ INVITED: 2 })] });
  expect(await screen.findByRole('link', { name: 'Invitations not accepted 1' })).toBeInTheDocument();
  fireEvent(window, new Event('focus'));
  expect(await screen.findByRole('link', { name: 'Invitations not accepted 2' })).toBeInTheDocument();
});

test('in Spanish', async () => {
  await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 1, COMPLIANCE_MET: 12345 })], language: 'es' });
  expect(await cardsIn('Requiere atención hoy')).toEqual([['Invitaciones sin aceptar1', '/users?f[active]=equal:2']]);
  expect(await cardsIn('Cumplimiento')).toEqual([['Cumplido12,345', '/patients?f[compliance]=equal:met']]);
});

describe('the last line says when the figures were verified', () => {
  const shownFor = async (verification: object) => {
    await renderApp(<DashboardPage />, { mocks: [answer({ INVITED: 1 }, [], verification)] });
    await screen.findByRole('heading', { name: 'Needs attention today' });
    return [
      /^Figures verified on/,
      /have not been verified yet/,
      /have not been verified for more than 48 hours/,
      /stored figures? w(as|ere) wrong/,
    ].flatMap((text) => screen.queryByText(text)?.textContent ?? []);
  };

  test('in the time zone of the organization, and nothing else when all was right', async () => {
    expect(await shownFor(VERIFIED)).toEqual(['Figures verified on 06/01/2026 04:00:05']);
  });

  test('and that this is more than 48 hours ago', async () => {
    expect(await shownFor({ ...VERIFIED, isOverdue: true })).toEqual([
      'Figures verified on 06/01/2026 04:00:05',
      'The figures have not been verified for more than 48 hours.',
    ]);
  });

  test.each([
    [1, '1 stored figure was wrong and has been corrected.'],
    [1204, '1,204 stored figures were wrong and have been corrected.'],
  ])('and that %d were corrected', async (repaired, text) => {
    expect(await shownFor({ ...VERIFIED, repaired })).toEqual(['Figures verified on 06/01/2026 04:00:05', text]);
  });

  test('or that they have not been verified yet', async () => {
    expect(await shownFor({ ...VERIFIED, verifiedAt: null })).toEqual([
      'The figures have not been verified yet. They are verified every night.',
    ]);
  });
});
