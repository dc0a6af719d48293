import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { RoleNamesDocument } from '../features/roles/gql/CompareRole.ts';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { RolePageDocument, type RolePageQuery } from './gql/RolePage.ts';
import { RolePage } from './RolePage.tsx';

type Role = NonNullable<RolePageQuery['role']>;

const permission = (name: string, category: Role['permissions'][number]['category']) => ({
  __typename: 'RolePermission' as const,
  name,
  category,
});
const role = (databaseId: number, label: string, permissions: Role['permissions']): Role => ({
  __typename: 'Role',
  id: `r${databaseId}`,
  databaseId,
  name: `org.role${databaseId}`,
  label,
  permissions,
});
const staff = role(2, 'Equipment provider staff', [
  permission('update.device', 'DEVICE'),
  permission('api.token.access', 'API_TOKEN'),
  permission('view.graphiql', null),
  permission('create.device', 'DEVICE'),
]);
const clinic = role(4, 'Clinical staff', [permission('update.device', 'DEVICE'), permission('view.user', 'USER')]);

const answerOf = (one: Role) => ({
  request: { query: RolePageDocument, variables: { id: String(one.databaseId) } },
  result: { data: { role: one } },
});
const names = {
  request: { query: RoleNamesDocument },
  result: {
    data: {
      roles: {
        __typename: 'RoleConnection',
        edges: [staff, clinic].map(({ id, databaseId, label }) => ({
          __typename: 'RoleEdge',
          node: { __typename: 'Role', id, databaseId, label },
        })),
      },
    },
  },
};

const open = (path = '/support/roles/2', language?: Language) =>
  renderApp(<RolePage />, {
    mocks: [answerOf(staff), answerOf(clinic), names],
    route: '/support/roles/:id',
    path,
    language,
  });

const groups = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Equipment provider staff' });
  return screen.getAllByRole('heading', { level: 2 }).map((heading) => [
    heading.textContent,
    ...within(heading.closest('section')!)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ]);
};

describe('the page of a role', () => {
  test('shows the permissions by category, sorted, Uncategorized last, and nothing that changes them', async () => {
    await open();
    expect(await groups()).toEqual([
      ['API tokens (1)', 'Have API tokensapi.token.access'],
      ['Devices (2)', 'Assign devices to patientscreate.device', 'Change assignments of devicesupdate.device'],
      ['Uncategorized (1)', 'Read the GraphQL schemaview.graphiql'],
    ]);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  test('shows what matches the filter, and says when nothing does', async () => {
    const { user } = await open();
    await groups();
    const filter = screen.getByRole('searchbox', { name: 'Filter permissions' });
    await user.type(filter, 'CREATE');
    expect(await groups()).toEqual([['Devices (1)', 'Assign devices to patientscreate.device']]);
    await user.type(filter, 'x');
    expect(screen.getByText('No permissions match.')).toBeInTheDocument();
  });

  test('compares with another role, which is in the address, and shows only the differences on request', async () => {
    const { user, router, quiet } = await open();
    await groups();
    await quiet();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Compare with' }), 'Clinical staff');
    await quiet();
    expect(router.state.location.search).toBe('?compare=4');
    const rows = () =>
      screen
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent))
        .filter(([first]) => first !== 'Permission');
    expect(rows()).toEqual([
      ['Have API tokensapi.token.access', 'Yes', 'No'],
      ['Assign devices to patientscreate.device', 'Yes', 'No'],
      ['Change assignments of devicesupdate.device', 'Yes', 'Yes'],
      ['List users and read their logsview.user', 'No', 'Yes'],
      ['Read the GraphQL schemaview.graphiql', 'Yes', 'No'],
    ]);
    await user.click(screen.getByRole('checkbox', { name: 'Only differences' }));
    expect(rows().map(([name]) => name)).not.toContain('Change assignments of devicesupdate.device');
  });

  test('opens with the comparison of its address', async () => {
    await open('/support/roles/2?compare=4');
    expect(await screen.findAllByRole('columnheader', { name: 'Clinical staff' })).not.toHaveLength(0);
  });

  test('in Spanish', async () => {
    await open('/support/roles/2', 'es');
    expect((await groups()).map(([title]) => title)).toEqual([
      'Dispositivos (2)',
      'Tokens de API (1)',
      'Sin categoría (1)',
    ]);
  });
});
