import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { changing } from '../../testing/changing.tsx';
import { renderApp } from '../../testing/renderApp.tsx';
import { CreateOrgGroupDocument, UpdateOrgGroupDocument } from './gql/OrgGroupDialog.ts';
import { OrgGroupDialog } from './OrgGroupDialog.tsx';
import type { GroupLocation, GroupRow } from './OrgGroupsPanel.tsx';

const place = (databaseId: number, name: string, closedAt: string | null = null): GroupLocation => ({
  __typename: 'Location',
  id: `l${databaseId}`,
  databaseId,
  name,
  closedAt,
});
const closed = '2026-04-01T13:00:00.000Z';
const LOCATIONS = [place(1, 'Main'), place(2, 'Branch'), place(3, 'Old mill', closed), place(4, 'Dock', closed)];
const east: GroupRow = {
  __typename: 'OrgGroup',
  id: 'g1',
  databaseId: 1,
  version: 1,
  name: 'East',
  userCount: 2,
  locations: [
    { __typename: 'Location', id: 'l2', databaseId: 2, name: 'Branch' },
    { __typename: 'Location', id: 'l3', databaseId: 3, name: 'Old mill' },
  ],
};
const answers = (query: unknown, name: string, input: object, userErrors: object[] = []) => ({
  request: { query, variables: { input } },
  result: {
    data: {
      [name]: {
        __typename: 'Payload',
        group: userErrors.length > 0 ? null : { __typename: 'OrgGroup', id: 'g1' },
        ...(query === UpdateOrgGroupDocument && { conflict: null }),
        userErrors,
      },
    },
  },
});

async function open(mock: object, group?: GroupRow) {
  const onClose = jest.fn();
  const { element, change } = changing(group, (row) => (
    <OrgGroupDialog organizationId="7" locations={LOCATIONS} group={row} onClose={onClose} />
  ));
  const { user } = await renderApp(element, { mocks: [mock] as never });
  const name = screen.getByRole('textbox', { name: /Name/ });
  const locations = screen.getByRole('combobox', { name: /Locations/ });
  const save = () => user.dblClick(screen.getByRole('button', { name: 'Save' }));
  return { user, onClose, name, locations, save, change };
}

test('a new group is made once by a double click, with open locations', async () => {
  const input = { organizationId: '7', name: 'West', locationIds: ['1'] };
  const { user, onClose, name, locations, save } = await open(answers(CreateOrgGroupDocument, 'createOrgGroup', input));
  await user.type(name, 'West');
  await user.click(locations);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Main', 'Branch']);
  await user.click(screen.getByRole('option', { name: 'Main' }));
  await user.keyboard('{Escape}');
  await save();
  expect(await screen.findByText('West was added')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['the name', { name: 'East side' }, { ...east, locations: east.locations.slice(0, 1) }],
  ['the locations', { locationIds: ['2', '3', '1'] }, { ...east, name: 'Far east' }],
])(
  'of a group only %s is sent when only that was changed: what another user changed stays',
  async (_what, changes, now) => {
    const input = { groupId: '1', version: 1, ...changes };
    const { user, onClose, name, locations, save, change } = await open(
      answers(UpdateOrgGroupDocument, 'updateOrgGroup', input),
      east,
    );
    change(now);
    if ('name' in changes) await user.type(name, ' side');
    else {
      await user.click(locations);
      // It had a closed location before it was closed.
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'Main',
        'Branch',
        'Old mill',
      ]);
      await user.click(screen.getByRole('option', { name: 'Main' }));
      await user.keyboard('{Escape}');
    }
    await save();
    expect(await screen.findByText(/was saved$/)).toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(1);
  },
);

test('a refusal is at its field, and the dialog stays open', async () => {
  const message = 'Another group has this name.';
  const refusal = { __typename: 'UserError', field: 'name', code: 'x', message };
  const { user, onClose, name, save } = await open(
    answers(UpdateOrgGroupDocument, 'updateOrgGroup', { groupId: '1', version: 1, name: 'East side' }, [refusal]),
    east,
  );
  await user.type(name, ' side');
  await save();
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
});
