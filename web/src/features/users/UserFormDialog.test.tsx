import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import { FindUserFormOrganizationsDocument } from './gql/OrganizationField.ts';
import { NewUserFormDocument, UserFormDocument } from './gql/UserFormDialog.ts';
import {
  CheckCreateUserDocument,
  CheckUpdateUserDocument,
  CreateUserDocument,
  UpdateUserDocument,
} from './gql/useUserForm.ts';
import { EditUserDialog, NewUserDialog } from './UserFormDialog.tsx';

const ORG = 'T3JnYW5pemF0aW9uOjE=';
const USER = { id: 'VXNlcjo0' };
const stored = (facts: object = {}) => ({
  __typename: 'UserFormValues',
  version: 3,
  firstName: 'Casey',
  lastName: 'Holt',
  email: 'casey@example.test',
  phone: '5185550100',
  userType: 'LOCATION',
  role: 'location.ep.staff',
  locations: [1],
  groups: [],
  country: 'US',
  isClinician: true,
  notificationType: 'EMAIL',
  twoFactorSmsEnabled: false,
  ...facts,
});
const role = (name: string, label: string, userType: string, reason: string | null = null) => ({
  __typename: 'RoleOption',
  name,
  label,
  userType,
  assignable: reason === null,
  reason,
});
const place = (id: number, name: string, assignable = true) => ({ __typename: 'PlaceOption', id, name, assignable });
const form = (values: object | null, facts: object = {}) => ({
  __typename: 'UserForm',
  organization: { __typename: 'Organization', id: ORG, name: 'Northside Respiratory' },
  values,
  userTypes: ['ORGANIZATION', 'LOCATION', 'GROUP'],
  roles: [
    role(
      'org.ep.admin',
      'Admin',
      'ORGANIZATION',
      'This role permits more than your own. Choose another role, or ask another administrator.',
    ),
    role('org.ep.staff', 'Staff', 'ORGANIZATION'),
    role('location.ep.staff', 'Location staff', 'LOCATION'),
    role('group.ep.staff', 'Group staff', 'GROUP'),
  ],
  locations: [place(1, 'Albany'), place(2, 'Buffalo'), place(3, 'Cohoes', false)],
  groups: [place(7, 'Upstate')],
  asksForPhone: false,
  asksForClinician: true,
  ...facts,
});
const answer = (query: object, variables: object | ((given: object) => boolean), data: object) => ({
  request: { query, variables },
  result: { data },
  maxUsageCount: 20,
});
const newForm = (facts: object = {}) =>
  answer(NewUserFormDocument, { organizationId: null, scope: 'ALL' }, { newUserForm: form(null, facts) });
const editForm = (values = stored(), facts: object = {}) =>
  answer(UserFormDocument, { userId: USER.id }, { userForm: form(values, facts) });
const errors = (refused: object[] = []) => refused.map((error) => ({ __typename: 'UserError', ...error }));
const anyInput = () => true;
const checks = (refused: object[] = []) => [
  answer(CheckCreateUserDocument, anyInput, {
    checkCreateUser: { __typename: 'CreateUserCheck', userErrors: errors(refused) },
  }),
  answer(CheckUpdateUserDocument, anyInput, {
    checkUpdateUser: { __typename: 'UpdateUserCheck', userErrors: errors(refused) },
  }),
];
const creates = (input: object, refused: object[] = []) =>
  answer(
    CreateUserDocument,
    { input },
    {
      createUser: {
        __typename: 'CreateUserPayload',
        user: refused.length > 0 ? null : { __typename: 'User', id: 'VXNlcjo5' },
        userErrors: errors(refused),
      },
    },
  );
const updates = (input: object, conflict: object | null = null) =>
  answer(
    UpdateUserDocument,
    { input },
    {
      updateUser: {
        __typename: 'UpdateUserPayload',
        user: conflict
          ? null
          : { __typename: 'User', ...USER, firstName: 'Sam', lastName: 'Holt', roleLabel: 'Location staff' },
        conflict,
        userErrors: conflict ? errors([{ field: '', code: 'conflict', message: 'Changed.' }]) : [],
      },
    },
  );
const input = {
  userId: USER.id,
  version: 3,
  firstName: 'Casey',
  lastName: 'Holt',
  phone: '5185550100',
  userType: 'LOCATION',
  role: 'location.ep.staff',
  locations: [1],
  groups: [],
  country: 'US',
  isClinician: true,
  notificationType: 'EMAIL',
};

async function open(
  kind: 'new' | 'edit',
  mocks: object[],
  language: Language = 'en',
  props: Partial<Parameters<typeof NewUserDialog>[0]> = {},
) {
  const onClose = jest.fn();
  const dialog =
    kind === 'new' ? <NewUserDialog onClose={onClose} {...props} /> : <EditUserDialog user={USER} onClose={onClose} />;
  const view = await renderApp(dialog, { mocks: mocks as never, language });
  await screen.findByRole('textbox', { name: /^(First name|Nombre)/ });
  const field = (name: RegExp) => screen.getByRole('textbox', { name });
  const enter = async (name: RegExp, text: string) => {
    await view.user.clear(field(name));
    // One field takes no pasted text.
    if (name.source.includes('Confirm')) await view.user.type(field(name), text);
    else await view.user.paste(text);
  };
  const choose = (name: RegExp, label: string) =>
    view.user.selectOptions(screen.getByRole('combobox', { name }), label);
  const save = () => view.user.click(screen.getByRole('button', { name: /^(Save|Guardar)$/ }));
  return { ...view, onClose, field, enter, choose, save };
}

describe('a new user', () => {
  test('is saved with the digits of the phone number, and the toast names the address', async () => {
    const email = 'new@example.test';
    const created = {
      organizationId: ORG,
      firstName: 'Dana',
      lastName: 'Reyes',
      phone: '2125550100',
      userType: 'ORGANIZATION',
      role: 'org.ep.staff',
      locations: [],
      groups: [],
      country: 'CA',
      isClinician: true,
      notificationType: 'EMAIL',
      email,
      confirmEmail: email,
    };
    const { enter, field, choose, save, onClose } = await open('new', [newForm(), ...checks(), creates(created)]);
    await enter(/^First name/, 'Dana');
    await enter(/^Last name/, 'Reyes');
    await enter(/^Email/, email);
    await enter(/^Confirm email/, email);
    await choose(/^Country/, 'Canada');
    await enter(/^Phone/, '2125550100');
    expect(field(/^Phone/)).toHaveValue('(212) 555-0100');
    await choose(/^User type/, 'Organization');
    await choose(/^Role/, 'Staff');
    await save();
    expect(await screen.findByText(`User ${email} was created and invited`)).toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('has an address that is confirmed by typing: the field takes no pasted text, and says so', async () => {
    const { user, field } = await open('new', [newForm(), ...checks()]);
    expect(field(/^Confirm email/)).toHaveAccessibleDescription('Type it again; pasting is off.');
    await user.click(field(/^Confirm email/));
    await user.paste('new@example.test');
    expect(field(/^Confirm email/)).toHaveValue('');
  });

  test('with a phone number that is no number is refused in the documented words', async () => {
    const { enter, save, field } = await open('new', [newForm(), ...checks()]);
    await enter(/^Phone/, '212555');
    await save();
    expect(await screen.findByText('Incorrect phone number format entered.')).toBeInTheDocument();
    expect(field(/^Phone/)).toHaveAttribute('maxlength', '14');
  });

  test('is refused at the field that the server names, and what was typed stays', async () => {
    const taken = { field: 'email', code: 'user.email_taken', message: 'This email address cannot be used.' };
    const { enter, field } = await open('new', [newForm(), ...checks([taken])]);
    await enter(/^Email/, 'taken@example.test');
    expect(await screen.findByText(taken.message)).toBeInTheDocument();
    expect(field(/^Email/)).toHaveValue('taken@example.test');
  });

  test('has only roles of the chosen type; those that cannot be given are disabled, with the reason', async () => {
    const { choose } = await open('new', [newForm(), ...checks()]);
    const roles = screen.getByRole('combobox', { name: /^Role/ });
    expect(roles).toBeDisabled();
    await choose(/^User type/, 'Organization');
    expect(
      within(roles)
        .getAllByRole('option')
        .map((option) => [option.textContent, (option as HTMLOptionElement).disabled]),
    ).toEqual([
      ['Choose…', false],
      ['Admin (not available)', true],
      ['Staff', false],
    ]);
    expect(
      screen.getByText('This role permits more than your own. Choose another role, or ask another administrator.'),
    ).toBeInTheDocument();
  });

  test('is notified by email unless Text is chosen', async () => {
    const { choose } = await open('new', [newForm(), ...checks()]);
    expect(screen.getByRole('combobox', { name: 'Notification type' })).toHaveValue('Email');
    await choose(/^Notification type/, 'Text');
    expect(screen.getByRole('combobox', { name: 'Notification type' })).toHaveValue('Text');
  });

  test('of the scope Location has that user type from the start', async () => {
    const scoped = answer(
      NewUserFormDocument,
      { organizationId: '7', scope: 'LOCATION' },
      { newUserForm: form(null, { userTypes: ['LOCATION'] }) },
    );
    await open('new', [scoped], 'en', { organizationId: '7', scope: 'LOCATION' });
    const type = screen.getByRole('combobox', { name: /^User type/ });
    expect(type).toHaveValue('Location');
    expect(
      within(type)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'Location']);
    expect(screen.getByRole('combobox', { name: /^Locations/ })).toBeInTheDocument();
  });

  test('of another organization keeps what was typed, and loses role and locations', async () => {
    const HARBOR = 'T3JnYW5pemF0aW9uOjM=';
    const other = form(null, {
      organization: { __typename: 'Organization', id: HARBOR, name: 'Harbor Home Medical' },
      userTypes: ['ORGANIZATION'],
      locations: [],
      groups: [],
    });
    const email = 'new@example.test';
    const created = {
      organizationId: HARBOR,
      firstName: 'Dana',
      lastName: 'Reyes',
      phone: null,
      userType: 'ORGANIZATION',
      role: 'org.ep.staff',
      locations: [],
      groups: [],
      country: 'US',
      isClinician: true,
      notificationType: 'EMAIL',
      email,
      confirmEmail: email,
    };
    const { enter, field, choose, save, user, onClose } = await open(
      'new',
      [
        newForm(),
        ...checks(),
        answer(FindUserFormOrganizationsDocument, () => true, {
          userFormOrganizations: [{ __typename: 'Organization', id: HARBOR, name: 'Harbor Home Medical' }],
        }),
        answer(NewUserFormDocument, { organizationId: HARBOR, scope: 'ALL' }, { newUserForm: other }),
        creates(created),
      ],
      'en',
      { choosesOrganization: true },
    );
    await enter(/^First name/, 'Dana');
    await choose(/^User type/, 'Location');
    await choose(/^Role/, 'Location staff');
    expect(screen.getByText('Northside Respiratory')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByText('Northside Respiratory, until you choose another one')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Organization' })).toHaveFocus();
    await user.keyboard('har');
    await user.click(await screen.findByRole('option', { name: 'Harbor Home Medical' }));
    expect(await screen.findByText('Cleared, because they belong to another user type: Location staff')).toBeVisible();
    expect(field(/^First name/)).toHaveValue('Dana');
    expect(screen.getByRole('combobox', { name: /^User type/ })).toHaveValue('Organization');
    await enter(/^Last name/, 'Reyes');
    await enter(/^Email/, email);
    await enter(/^Confirm email/, email);
    await choose(/^Role/, 'Staff');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('of a list of one organization has no choice of it', async () => {
    await open('new', [newForm()]);
    expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
  });

  test('of a clinic is not asked whether they are a clinician', async () => {
    await open('new', [newForm({ asksForClinician: false })]);
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });
});

describe('an existing user', () => {
  test('has a read-only address and no confirmation of it', async () => {
    const { field } = await open('edit', [editForm()]);
    expect(field(/^Email/)).toHaveAttribute('readonly');
    expect(screen.queryByRole('textbox', { name: /^Confirm email/ })).not.toBeInTheDocument();
  });

  test('is saved without a question when only the name changes', async () => {
    const { enter, save, onClose } = await open('edit', [
      editForm(),
      ...checks(),
      updates({ ...input, firstName: 'Sam' }),
    ]);
    await enter(/^First name/, 'Sam');
    await save();
    expect(await screen.findByText('User successfully updated')).toBeInTheDocument();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('is offered the locations by their own names when groups have the same numbers', async () => {
    const groups = [place(1, 'Upstate', false), place(3, 'Downstate')];
    const { choose, user } = await open('edit', [editForm(stored(), { groups }), ...checks()]);
    const offered = async (name: RegExp) => {
      await user.click(screen.getByRole('combobox', { name }));
      const list = within(await screen.findByRole('listbox'));
      return list.getAllByRole('option').map(({ textContent }) => textContent);
    };
    expect(await offered(/^Locations/)).toEqual(['Albany', 'Buffalo', 'CohoesYou do not belong to this location.']);
    await choose(/^User type/, 'Group');
    expect(await offered(/^Groups/)).toEqual(['UpstateYou do not belong to this group.', 'Downstate']);
  });

  test('loses role and locations with another type, and the form says which', async () => {
    const { choose } = await open('edit', [editForm(), ...checks()]);
    await choose(/^User type/, 'Group');
    expect(await screen.findByText(/^Cleared, .*: Location staff, Albany$/)).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: /^Role/ })).toHaveValue('');
  });

  test('of another type is saved only after the question, which names the changes; declining saves nothing', async () => {
    const moved = { ...input, userType: 'ORGANIZATION', role: 'org.ep.staff', locations: [] };
    const { choose, save, user, onClose } = await open('edit', [editForm(), ...checks(), updates(moved)]);
    await choose(/^User type/, 'Organization');
    await choose(/^Role/, 'Staff');
    await save();
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    expect(question).toHaveTextContent('User type, Role, Locations');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(onClose).not.toHaveBeenCalled();
    await save();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('User successfully updated')).toBeInTheDocument();
  });

  test('that another administrator changed shows both changes, and the own one is saved on top', async () => {
    const theirs = stored({ version: 4, lastName: 'Quinn', firstName: 'Kim' });
    const { enter, save, user, field, onClose } = await open('edit', [
      editForm(),
      ...checks(),
      updates({ ...input, firstName: 'Sam' }, theirs),
      updates({ ...input, firstName: 'Sam', lastName: 'Quinn', version: 4 }),
    ]);
    await enter(/^First name/, 'Sam');
    await save();
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('First name: “Casey” became “Kim”. You entered “Sam”.');
    expect(notice).toHaveTextContent('Last name: “Holt” became “Quinn”.');
    expect(field(/^First name/)).toHaveValue('Sam');
    await user.click(within(notice).getByRole('button', { name: 'Keep my changes' }));
    expect([field(/^First name/), field(/^Last name/)].map((one) => (one as HTMLInputElement).value)).toEqual([
      'Sam',
      'Quinn',
    ]);
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('with another phone number and codes by text message is saved after a question', async () => {
    const { enter, save } = await open('edit', [editForm(stored({ twoFactorSmsEnabled: true })), ...checks()]);
    await enter(/^Phone/, '2125550100');
    await save();
    expect(await screen.findByRole('alertdialog', { name: 'Warning!' })).toHaveTextContent('text message');
  });
});

test('the form is in Spanish for a Spanish user', async () => {
  const { save } = await open('new', [newForm(), ...checks()], 'es');
  await save();
  expect((await screen.findAllByText('Este campo es obligatorio.')).length).toBeGreaterThan(3);
});
