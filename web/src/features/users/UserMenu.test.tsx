import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { renderApp } from '../../testing/renderApp.tsx';
import { ResendUserInvitationDocument } from './gql/ResendInvitation.ts';
import { ResetUserSecondFactorDocument } from './gql/ResetSecondFactor.ts';
import { SetUserActiveDocument } from './gql/SetUserActive.ts';
import { StartUserPasswordResetDocument } from './gql/StartPasswordReset.ts';
import { UnlockUserDocument } from './gql/UnlockUser.ts';
import { SetUserVentilatorAccessDocument } from './gql/VentilatorAccess.ts';
import { menuUser } from './userFixtures.ts';
import { userMenuItems, type MenuUser } from './userMenu.tsx';
import { UserMenuButton, UserMenuProvider } from './UserMenuProvider.tsx';
// Loaded here, so that no test waits for them.
import './ResendInvitation.tsx';
import './ResetSecondFactor.tsx';
import './SetUserActive.tsx';
import './StartPasswordReset.tsx';
import './UnlockUser.tsx';
import './VentilatorAccess.tsx';

const EMAIL = 'casey.holt@demo.airlog.test';

const answer = (query: object, field: string, input: object, user: MenuUser | null, message?: string) => ({
  request: { query, variables: { input } },
  result: {
    data: {
      [field]: {
        __typename: 'Payload',
        user,
        userErrors: message ? [{ __typename: 'UserError', field: 'userId', code: 'x', message }] : [],
      },
    },
  },
});
const open = async (user: MenuUser, mocks: object[] = []) => {
  const view = await renderApp(
    <UserMenuProvider>
      <UserMenuButton user={user} />
    </UserMenuProvider>,
    { mocks: mocks as never },
  );
  await view.user.click(screen.getByRole('button', { name: `Actions for ${EMAIL}` }));
  return view;
};
const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

test('the items that the documents name have their names', async () => {
  await open(menuUser({ viewerCanEdit: true, viewerCanView: true, viewerCanManageApiKeys: true }));
  expect(await items()).toEqual(['Edit User', 'Login History', 'Audit Log', 'Activity Log', 'Manage API keys']);
});

test.each<[Partial<MenuUser>, string[]]>([
  [{}, []],
  [{ viewerCanEdit: true }, ['edit']],
  [{ viewerCanResendInvitation: true }, ['resendInvitation']],
  [{ viewerCanStartPasswordReset: true }, ['resetPassword']],
  [{ viewerCanUnlock: true }, ['unlock']],
  [{ viewerCanSetActive: true }, ['deactivate']],
  [{ viewerCanSetActive: true, active: false }, ['activate']],
  [{ viewerCanResetSecondFactor: true, twoFactorAppEnabled: true }, ['resetApp']],
  [{ viewerCanResetSecondFactor: true, twoFactorSmsEnabled: true }, ['resetSms']],
  [{ twoFactorAppEnabled: true, twoFactorSmsEnabled: true }, []],
  [{ viewerCanManageApiKeys: true }, ['manageApiKeys']],
  [{ viewerCanSetVentilatorAccess: true }, ['grantVentilatorAccess']],
  [{ viewerCanSetVentilatorAccess: true, ventilatorAccess: true }, ['withdrawVentilatorAccess']],
])('each item has its own gate: %j offers %j', (gates, keys) => {
  expect(userMenuItems(menuUser(gates)).map(({ key }) => key)).toEqual(keys);
});

test('a user without an item has no menu', async () => {
  await renderApp(
    <UserMenuProvider>
      <UserMenuButton user={menuUser()} />
    </UserMenuProvider>,
  );
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('the menu lists the items by name, and Esc returns the focus to its button', async () => {
  const { user } = await open(menuUser({ viewerCanUnlock: true, viewerCanSetActive: true }));
  expect(await items()).toEqual(['Unlock', 'Deactivate']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Actions/ })).toHaveFocus());
});

describe('after the confirmation', () => {
  const choose = async (name: string, user: MenuUser, mocks: object[]) => {
    const view = await open(user, mocks);
    await view.user.click(await screen.findByRole('menuitem', { name }));
    expect(await screen.findByRole('alertdialog', { name: 'Warning!' })).toHaveTextContent(EMAIL);
    return view;
  };

  test.each([
    [
      'Deactivate',
      { viewerCanSetActive: true },
      SetUserActiveDocument,
      'setUserActive',
      { active: false },
      `User ${EMAIL} successfully updated`,
    ],
    [
      'Resend invitation',
      { viewerCanResendInvitation: true },
      ResendUserInvitationDocument,
      'resendUserInvitation',
      {},
      `User ${EMAIL} successfully updated`,
    ],
    [
      'Reset password',
      { viewerCanStartPasswordReset: true },
      StartUserPasswordResetDocument,
      'startUserPasswordReset',
      {},
      `A link to a new password was sent to ${EMAIL}`,
    ],
    ['Unlock', { viewerCanUnlock: true }, UnlockUserDocument, 'unlockUser', {}, `User ${EMAIL} successfully updated`],
    [
      'Grant ventilator access',
      { viewerCanSetVentilatorAccess: true },
      SetUserVentilatorAccessDocument,
      'setUserVentilatorAccess',
      { enabled: true },
      'Access to ventilator users enabled successfully!',
    ],
    [
      'Withdraw ventilator access',
      { viewerCanSetVentilatorAccess: true, ventilatorAccess: true },
      SetUserVentilatorAccessDocument,
      'setUserVentilatorAccess',
      { enabled: false },
      'Access to ventilator users disabled successfully!',
    ],
  ])('%s acts once and says so', async (name, gates, document, field, input, toast) => {
    const one = menuUser(gates);
    const { user } = await choose(name, one, [answer(document, field, { userId: one.id, ...input }, one)]);
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(toast)).toBeInTheDocument();
  });

  test.each([
    ['Reset 2FA: app', { twoFactorAppEnabled: true }, 'APP'],
    ['Reset 2FA: text message', { twoFactorSmsEnabled: true }, 'SMS'],
  ])('%s asks the documented question, acts once and says so', async (name, has, method) => {
    const one = menuUser({ viewerCanResetSecondFactor: true, ...has });
    const input = { userId: one.id, method };
    const { user } = await open(one, [answer(ResetUserSecondFactorDocument, 'resetUserSecondFactor', input, one)]);
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(await screen.findByRole('alertdialog', { name: 'Warning!' })).toHaveTextContent(
      'This authentication method will have to be reconfigured by the user. Are you sure you want to continue?',
    );
    await user.click(screen.getByRole('button', { name }));
    expect(await screen.findByText('2FA successfully reset')).toBeInTheDocument();
  });

  test('a limit of mails is shown with the time when there are more', async () => {
    const one = menuUser({ viewerCanResendInvitation: true });
    const message = 'A user can receive at most 5 such emails in this time. Try again in 24 hours.';
    const { user } = await choose('Resend invitation', one, [
      {
        request: { query: ResendUserInvitationDocument, variables: { input: { userId: one.id } } },
        result: {
          errors: [
            new GraphQLError(message, {
              extensions: { code: 'TOO_MANY', limit: 'limit.mails_to_user', retryAfter: 86_400 },
            }),
          ],
        },
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  test('a refusal is shown with its reason', async () => {
    const one = menuUser({ viewerCanSetActive: true });
    const { user } = await choose('Deactivate', one, [
      answer(SetUserActiveDocument, 'setUserActive', { userId: one.id, active: false }, null, 'The last one.'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    expect(await screen.findByText('The last one.')).toBeInTheDocument();
  });

  test('nothing happens when it is declined, and the focus returns to the row', async () => {
    const { user } = await choose('Deactivate', menuUser({ viewerCanSetActive: true }), []);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: /^Actions/ })).toHaveFocus());
    expect(screen.queryByText(/successfully|not changed/)).not.toBeInTheDocument();
  });
});
