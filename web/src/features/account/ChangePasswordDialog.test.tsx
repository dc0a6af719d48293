import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../testing/renderApp.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { ChangePasswordDocument } from './gql/useChangePasswordForm.ts';

const input = {
  currentPassword: 'correct horse battery staple',
  password: 'violet kettle marches seven',
  passwordConfirmation: 'violet kettle marches seven',
};

async function change(userErrors: object[]) {
  const onClose = jest.fn();
  const { user } = await renderApp(<ChangePasswordDialog onClose={onClose} />, {
    mocks: [
      {
        request: { query: ChangePasswordDocument, variables: { input } },
        result: { data: { changePassword: { __typename: 'ChangePasswordPayload', userErrors } } },
      },
    ] as never,
  });
  await user.type(await screen.findByLabelText('Current password'), input.currentPassword);
  await user.type(screen.getByLabelText('New password'), input.password);
  await user.type(screen.getByLabelText('New password again'), input.passwordConfirmation);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  return onClose;
}

test('the own password is changed with the current one', async () => {
  const onClose = await change([]);
  expect(await screen.findByText('Password successfully updated')).toBeInTheDocument();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('a wrong current password is refused at its field, and the dialog stays', async () => {
  const onClose = await change([
    { __typename: 'UserError', field: 'currentPassword', code: 'password.current', message: 'Not the current one.' },
  ]);
  expect(await screen.findByText('Not the current one.')).toBeInTheDocument();
  expect(screen.getByLabelText('Current password')).toBeInvalid();
  expect(onClose).not.toHaveBeenCalled();
});
