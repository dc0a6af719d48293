import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../testing/renderApp.tsx';
import { EditPassword } from './EditPassword.tsx';
import { ChangePasswordDocument } from './gql/useChangePasswordForm.ts';

const input = {
  currentPassword: 'correct horse battery staple',
  password: 'violet kettle marches seven',
  passwordConfirmation: 'violet kettle marches seven',
};

async function change(userErrors: object[]) {
  const { user } = await renderApp(<EditPassword />, {
    mocks: [
      {
        request: { query: ChangePasswordDocument, variables: { input } },
        result: { data: { changePassword: { __typename: 'ChangePasswordPayload', userErrors } } },
      },
    ] as never,
  });
  const button = screen.getByRole('button', { name: 'Change password' });
  expect(button).toBeDisabled();
  await user.type(screen.getByLabelText('Current password'), input.currentPassword);
  await user.type(screen.getByLabelText('New password'), input.password);
  await user.type(screen.getByLabelText('New password again'), input.passwordConfirmation);
  await user.click(button);
}
const values = () =>
  ['Current password', 'New password', 'New password again'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  );

test('the own password is changed in place, and the fields are empty afterwards', async () => {
  await change([]);
  expect(await screen.findByText('Password successfully updated')).toBeInTheDocument();
  await waitFor(() => expect(values()).toEqual(['', '', '']));
});

test('a wrong current password is refused at its field, and what was typed stays', async () => {
  await change([
    { __typename: 'UserError', field: 'currentPassword', code: 'password.current', message: 'Not the current one.' },
  ]);
  expect(await screen.findByText('Not the current one.')).toBeInTheDocument();
  expect(screen.getByLabelText('Current password')).toBeInvalid();
  expect(values()).toEqual(Object.values(input));
});
