import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { PatientAccessUsersDocument } from './gql/AccessUsers.ts';
import { PatientAccessDocument } from './gql/PatientAccess.ts';
import { PatientReadersDocument } from './gql/RecentReaders.ts';
import { PatientAccess } from './PatientAccess.tsx';

const organization = (name: string, ...reasons: string[]) => ({
  __typename: 'OrganizationAccess',
  organization: { __typename: 'Organization', id: name, name },
  reasons,
});
const access = (change: object = {}): MockLink.MockedResponse => ({
  request: { query: PatientAccessDocument, variables: { patientId: 'p7' } },
  result: {
    data: {
      patientAccess: {
        __typename: 'PatientAccess',
        organizations: [
          organization('Northside Respiratory', 'OWNER', 'PROVIDER'),
          organization('Lakeview Sleep Clinic', 'CLINICIAN'),
          organization('Harbor', ...[]),
        ],
        supportRoles: ['Support Admin', 'Support Staff'],
        viewerCanListUsers: true,
        listsEveryUser: true,
        ...change,
      },
    },
  },
});
const person = (databaseId: number) => ({
  __typename: 'User',
  id: `u${databaseId}`,
  databaseId,
  firstName: 'Dana',
  lastName: `Reyes ${databaseId}`,
  roleLabel: 'Administrator',
});
const users = (page: number, ids: number[], { places = [] as string[], total = ids.length } = {}) => ({
  request: { query: PatientAccessUsersDocument, variables: { patientId: 'p7', page, first: 10 } },
  result: {
    data: {
      patientAccessUsers: {
        __typename: 'UserAccessConnection',
        edges: ids.map((id) => ({
          __typename: 'UserAccessEdge',
          node: { __typename: 'UserAccess', user: person(id), places },
        })),
        totalCount: total,
        totalCountIsCapped: false,
      },
    },
  },
});
const open = (mocks: MockLink.MockedResponse[], language?: Language) =>
  renderApp(<PatientAccess patientId="p7" />, { mocks, language });
const linesOf = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('organizations are listed with the reasons, and support staff by role', async () => {
  await open([access({ viewerCanListUsers: false })]);
  expect(
    await screen.findByText('Support Admin, Support Staff. Each use is recorded in the activity log.'),
  ).toBeInTheDocument();
  expect(linesOf('Organizations')).toEqual([
    'Northside RespiratoryOwnerProvider (DME)',
    "Lakeview Sleep ClinicClinician's organization",
    'HarborShared with it',
  ]);
  expect(screen.queryByText(/^Users of/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

describe('an administrator', () => {
  test('sees the users in pages, with their role and the locations or groups', async () => {
    const ids = Array.from({ length: 10 }, (_, n) => n + 1);
    const { user } = await open([
      access(),
      users(1, ids, { total: 11 }),
      users(2, [11], { total: 11, places: ['Downtown', 'Uptown'] }),
    ]);
    expect(await screen.findByRole('heading', { name: 'Users of the organization (11)' })).toBeInTheDocument();
    expect(linesOf('Users who see the patient')[0]).toBe(
      'Reyes 1, DanaAdministrator · all patients of the organization',
    );
    expect(screen.getByRole('link', { name: 'Reyes 1, Dana' })).toHaveAttribute('href', '/users/1');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('link', { name: 'Reyes 11, Dana' })).toBeInTheDocument();
    expect(linesOf('Users who see the patient')).toEqual(['Reyes 11, DanaAdministrator · by Downtown, Uptown']);
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  test('of locations sees that there are other users', async () => {
    await open([access({ listsEveryUser: false }), users(1, [1])]);
    expect(
      await screen.findByText(
        'Users of your locations and groups. Users of the whole organization see the patient too.',
      ),
    ).toBeInTheDocument();
  });

  test('asks who opened the record lately', async () => {
    const reader = (id: number | null, times: number) => ({
      __typename: 'PatientReader',
      user: id && person(id),
      lastOpened: '2026-05-01T18:00:00.000Z',
      times,
    });
    const { user } = await open([
      access(),
      users(1, [1]),
      {
        request: { query: PatientReadersDocument, variables: { patientId: 'p7' } },
        result: { data: { patientReaders: [reader(1, 3), reader(null, 1)] } },
      },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Show who opened the record' }));
    await screen.findByText('Reyes 1, Dana', { selector: 'p' });
    expect(linesOf('Opened lately')).toEqual([
      'Reyes 1, Dana05/01/2026 14:00:00 · 3 times in 30 days',
      'A user that you do not administer05/01/2026 14:00:00 · once in 30 days',
    ]);
  });
});

test('the card is translated', async () => {
  await open([access({ viewerCanListUsers: false })], 'es');
  expect(await screen.findByRole('heading', { name: 'Quién tiene acceso' })).toBeInTheDocument();
  await screen.findByRole('list', { name: 'Organizaciones' });
  expect(linesOf('Organizaciones')[0]).toBe('Northside RespiratoryPropietariaProveedor (DME)');
});
