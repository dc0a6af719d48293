import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useResendUserInvitation } from './gql/ResendInvitation.ts';
import type { UserDialogProps } from './userMenu.tsx';
import { USER_QUERIES, useUserAction } from './useUserAction.ts';

graphql(`
  mutation ResendUserInvitation($input: ResendUserInvitationInput!) {
    resendUserInvitation(input: $input) {
      user {
        id
        ...UserMenu_user
      }
      ...UserErrors
    }
  }
`);

/** "Resend invitation only when email is unverified", after confirmation (document 001, sections 4 and 8). */
export function ResendInvitation({ user, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  const resend = useResendUserInvitation();
  const { email } = user;
  useUserAction({
    question: t('resendInvitation.question', { email }),
    confirmLabel: t('menu.resendInvitation'),
    done: t('updated', { email }),
    act: async () => (await resend({ input: { userId: user.id } }, { refetchQueries: USER_QUERIES })).userErrors,
    onClose,
  });
  return null;
}
