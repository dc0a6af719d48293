import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useStartUserPasswordReset } from './gql/StartPasswordReset.ts';
import { useUserAction } from './useUserAction.ts';

graphql(`
  mutation StartUserPasswordReset($input: StartUserPasswordResetInput!) {
    startUserPasswordReset(input: $input) {
      user {
        id
      }
      ...UserErrors
    }
  }
`);

/** "Reset password only when email is verified": the user gets a link, and the administrator no password. */
export function StartPasswordReset({ user, onClose }: { user: { id: string; email: string }; onClose: () => void }) {
  const { t } = useTranslation('users');
  const start = useStartUserPasswordReset();
  const { email } = user;
  useUserAction({
    question: t('resetPassword.question', { email }),
    confirmLabel: t('menu.resetPassword'),
    done: t('resetPassword.done', { email }),
    act: async () => (await start({ input: { userId: user.id } })).userErrors,
    onClose,
  });
  return null;
}
