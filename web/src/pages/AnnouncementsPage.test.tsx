import type { MockLink } from '@apollo/client/testing';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  CreateAnnouncementDocument,
  FindAnnouncementAudienceDocument,
  UpdateAnnouncementDocument,
} from '../features/announcements/gql/AnnouncementDialog.ts';
import { AnnouncementsPageDocument } from '../features/announcements/gql/announcementList.ts';
import {
  FindAnnouncementOrganizationsDocument,
  AnnouncementRolesDocument,
} from '../features/announcements/gql/AudienceFields.ts';
import { today } from '../lib/dates.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { AnnouncementsPage } from './AnnouncementsPage.tsx';

const announcement = (databaseId: number, title: string, more: object = {}) => ({
  __typename: 'Announcement',
  id: `node${databaseId}`,
  databaseId,
  version: 1,
  title,
  body: '<p>On Sunday.</p>',
  titleEs: null,
  bodyEs: null,
  roles: [],
  fromDate: '2026-03-01',
  untilDate: null,
  state: 'SHOWN',
  createdAt: '2026-03-01T13:00:00.000Z',
  organization: null,
  createdBy: { __typename: 'User', id: 'VXNlcjox', firstName: 'Dana', lastName: 'Reyes' },
  ...more,
});
const answer = (...rows: object[]): MockLink.MockedResponse => ({
  request: {
    query: AnnouncementsPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'DATABASE_ID', direction: 'DESC' }, where: null },
  },
  result: {
    data: {
      announcements: {
        __typename: 'AnnouncementConnection',
        edges: rows.map((node) => ({ __typename: 'AnnouncementEdge', node })),
        totalCount: rows.length,
        unfilteredCount: 2,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  } as never,
});
const roles: MockLink.MockedResponse = {
  request: { query: AnnouncementRolesDocument },
  result: {
    data: {
      roles: {
        __typename: 'RoleConnection',
        edges: [
          {
            __typename: 'RoleEdge',
            node: { __typename: 'Role', id: 'role1', name: 'org.ep.staff', label: 'Equipment provider staff' },
          },
        ],
      },
    },
  },
};
const refusal = (field: string, message: string) => ({ __typename: 'UserError', field, code: 'x', message });
const updated = (
  input: object,
  row: object | null,
  userErrors: object[] = [],
  conflict: object | null = null,
): MockLink.MockedResponse => ({
  request: { query: UpdateAnnouncementDocument, variables: { input } },
  result: {
    data: { updateAnnouncement: { __typename: 'UpdateAnnouncementPayload', announcement: row, conflict, userErrors } },
  } as never,
});

const open = (mocks: MockLink.MockedResponse[], language: Language = 'en') =>
  renderApp(<AnnouncementsPage />, {
    viewer: { ...testViewer, viewerCanManageAnnouncements: true },
    mocks: [roles, ...mocks],
    language,
  });

describe('the list', () => {
  test('shows title, status, audience, days, creator and time of each announcement', async () => {
    await open([
      answer(
        announcement(2, 'North', {
          organization: { __typename: 'Organization', id: 'o1', name: 'Northside' },
          roles: ['org.ep.admin', 'org.ep.staff'],
          untilDate: '2026-03-31',
          state: 'OVER',
        }),
        announcement(1, 'All'),
      ),
    ]);
    await screen.findByText('North');
    const cells = (row: number) =>
      within(screen.getAllByRole('row')[row]!)
        .getAllByRole('cell')
        .slice(0, 9)
        .map(({ textContent }) => textContent);
    expect(cells(1)).toEqual([
      '2',
      'North',
      'Over',
      'Northside',
      'Equipment provider admin, Equipment provider staff',
      '03/01/2026',
      '03/31/2026',
      'Reyes, Dana',
      '03/01/2026 08:00:00',
    ]);
    expect(cells(2).slice(2, 7)).toEqual(['Shown', 'All', 'All', '03/01/2026', '']);
    expect(screen.queryByRole('button', { name: 'Withdraw North' })).not.toBeInTheDocument();
  });

  test('is in Spanish', async () => {
    await open([answer(announcement(1, 'North'))], 'es');
    await screen.findByText('Visible');
    expect(screen.getByRole('button', { name: 'Agregar anuncio' })).toBeInTheDocument();
  });

  test('is not read for a viewer without the permission, who is shown that', async () => {
    await renderApp(<AnnouncementsPage />);
    expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('writing', () => {
  const created = (input: object) => ({
    request: { query: CreateAnnouncementDocument, variables: { input } },
    result: {
      data: {
        createAnnouncement: {
          __typename: 'CreateAnnouncementPayload',
          announcement: { __typename: 'Announcement', id: 'node2' },
          userErrors: [],
        },
      },
    },
  });

  test('sends the audience, the days and the text, shows a preview, and the list has the new one', async () => {
    const input = {
      organizationId: 'org7',
      roles: ['org.ep.staff'],
      title: 'South',
      body: '<b>Hi</b><img src=x>',
      titleEs: null,
      bodyEs: null,
      fromDate: today(testViewer.organization.timezone),
      untilDate: null,
    };
    const { user } = await open([
      answer(announcement(1, 'North')),
      {
        request: { query: FindAnnouncementOrganizationsDocument, variables: { search: 'lake' } },
        result: {
          data: { announcementOrganizations: [{ __typename: 'Organization', id: 'org7', name: 'Lakeview' }] },
        },
      },
      created(input),
      answer(announcement(2, 'South'), announcement(1, 'North')),
    ]);
    await screen.findByText('North');
    await user.click(screen.getByRole('button', { name: 'Add announcement' }));
    await screen.findByRole('dialog', { name: 'Add announcement' });
    await user.type(screen.getByRole('combobox', { name: /Organization/ }), 'lake');
    await user.click(await screen.findByRole('option', { name: 'Lakeview' }));
    await user.click(screen.getByRole('combobox', { name: /Roles/ }));
    await user.click(await screen.findByRole('option', { name: /Equipment provider staff/ }));
    await user.click(screen.getByRole('textbox', { name: 'Title' }));
    await user.paste('South');
    await user.click(screen.getByRole('textbox', { name: 'Text' }));
    await user.paste('<b>Hi</b><img src=x>');
    expect(screen.getByRole('region', { name: 'Preview' }).querySelector('b')).toHaveTextContent('Hi');
    expect(screen.getByRole('region', { name: 'Preview' }).querySelector('img')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('South was saved')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByRole('cell', { name: 'South' })).toBeInTheDocument();
  });

  test('to the users of all organizations asks first, with their number; who declines keeps what was typed', async () => {
    const input = {
      organizationId: null,
      roles: [],
      title: 'South',
      body: 'Hi',
      titleEs: null,
      bodyEs: null,
      fromDate: today(testViewer.organization.timezone),
      untilDate: null,
    };
    const audience = {
      request: { query: FindAnnouncementAudienceDocument, variables: { input } },
      result: {
        data: { checkCreateAnnouncement: { __typename: 'CreateAnnouncementCheck', users: 1234, userErrors: [] } },
      },
    };
    const { user } = await open([
      answer(announcement(1, 'North')),
      audience,
      audience,
      created(input),
      answer(announcement(2, 'South'), announcement(1, 'North')),
    ]);
    await screen.findByText('North');
    await user.click(screen.getByRole('button', { name: 'Add announcement' }));
    await user.click(await screen.findByRole('textbox', { name: 'Title' }));
    await user.paste('South');
    await user.click(screen.getByRole('textbox', { name: 'Text' }));
    await user.paste('Hi');
    const ask = async () => {
      await user.click(screen.getByRole('button', { name: 'Save' }));
      const question = await screen.findByRole('alertdialog', { name: 'Show it to everyone?' });
      expect(question).toHaveTextContent('It will be shown to 1,234 users of all organizations.');
      return question;
    };
    await user.click(within(await ask()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('South');
    await user.click(within(await ask()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('South was saved')).toBeInTheDocument();
  });

  test('without title and text, or with Spanish by half, is refused at the fields', async () => {
    const { user } = await open([answer(announcement(1, 'North'))]);
    await screen.findByText('North');
    await user.click(screen.getByRole('button', { name: 'Add announcement' }));
    await user.type(screen.getByRole('textbox', { name: /Title in Spanish/ }), 'Sur');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
    expect(screen.getByText('Enter both the title and the text in Spanish, or neither.')).toBeInTheDocument();
  });
});

describe('changing', () => {
  test('names the version that was read; what another user changed is shown, and what was typed stays and is saved', async () => {
    const input = {
      announcementId: 'node1',
      version: 1,
      organizationId: null,
      roles: [],
      title: 'North 2',
      body: '<p>On Sunday.</p>',
      titleEs: null,
      bodyEs: null,
      fromDate: '2026-03-01',
      untilDate: null,
    };
    const organization = { __typename: 'Organization', id: 'o1', name: 'Northside' };
    const theirs = announcement(1, 'South', { version: 2, organization });
    const { user } = await open([
      answer(announcement(1, 'North')),
      updated(input, null, [refusal('', 'Someone else changed this announcement.')], theirs),
      answer(theirs),
      updated({ ...input, version: 2, organizationId: 'o1' }, { __typename: 'Announcement', id: 'node1', version: 3 }),
      answer(announcement(1, 'North 2', { version: 3 })),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit North' }));
    const title = screen.getByRole('textbox', { name: 'Title' });
    await user.type(title, ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Someone else changed this announcement.');
    expect(notice).toHaveTextContent('Title: “North” became “South”. You entered “North 2”.');
    expect(notice).toHaveTextContent('Organization: “nothing” became “Northside”.');
    expect(title).toHaveValue('North 2');
    await user.click(within(notice).getByRole('button', { name: 'Keep my changes' }));
    expect(screen.getByRole('combobox', { name: /^Organization/ })).toHaveValue('Northside');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('is in the list at once, and so is a withdrawal', async () => {
    const saved = announcement(1, 'North 2', { version: 2 });
    const { user } = await open([
      answer(announcement(1, 'North')),
      {
        ...updated({}, { __typename: 'Announcement', id: 'node1', version: 2 }),
        request: {
          query: UpdateAnnouncementDocument,
          variables: ({ input }: { input: { title?: string } }) => input.title === 'North 2',
        },
      },
      answer(saved),
      updated(
        { announcementId: 'node1', version: 2, withdrawn: true },
        { __typename: 'Announcement', id: 'node1', version: 3 },
      ),
      answer({ ...saved, state: 'WITHDRAWN', version: 3 }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Edit North' }));
    await user.type(screen.getByRole('textbox', { name: 'Title' }), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('cell', { name: 'North 2' })).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Withdraw North 2' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByRole('cell', { name: 'Withdrawn' })).toBeInTheDocument();
  });

  test('withdraws after a question', async () => {
    const row = announcement(1, 'North', { state: 'WITHDRAWN', version: 2 });
    const { user } = await open([
      answer(announcement(1, 'North')),
      updated(
        { announcementId: 'node1', version: 1, withdrawn: true },
        { __typename: 'Announcement', id: 'node1', version: 2 },
      ),
      answer(row),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Withdraw North' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('North was withdrawn')).toBeInTheDocument();
    expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
  });
});
