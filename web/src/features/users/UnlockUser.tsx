import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useUnlockUser } from './gql/UnlockUser.ts';
import type { UserDialogProps } from './userMenu.tsx';
import { USER_QUERIES, useUserAction } from './useUserAction.ts';

graphql(`
  mutation UnlockUser($input: UnlockUserInput!) {
    unlockUser(input: $input) {
      user {
        id
        ...UserMenu_user
      }
      ...UserErrors
    }
  }
`);

/** "Unlock only when locked is 1", after confirmation (document 001, sections 4 and 8). */
export function UnlockUser({ user, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  const unlockUser = useUnlockUser();
  const { email } = user;
  useUserAction({
    question: t('unlock.question', { email }),
    confirmLabel: t('menu.unlock'),
    done: t('updated', { email }),
    act: async () => (await unlockUser({ input: { userId: user.id } }, { refetchQueries: USER_QUERIES })).userErrors,
    onClose,
  });
  return null;
}
