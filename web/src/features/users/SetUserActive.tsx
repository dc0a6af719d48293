import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useSetUserActive } from './gql/SetUserActive.ts';
import type { UserDialogProps } from './userMenu.tsx';
import { USER_QUERIES, useUserAction } from './useUserAction.ts';

graphql(`
  mutation SetUserActive($input: SetUserActiveInput!) {
    setUserActive(input: $input) {
      user {
        id
        ...UserMenu_user
      }
      ...UserErrors
    }
  }
`);

/** "Activate/deactivate toggles active between 1 and 0 after confirmation" (document 001, section 4). */
export function SetUserActive({ user, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  const setUserActive = useSetUserActive();
  const { email, active } = user;
  const name = active ? 'deactivate' : 'activate';
  useUserAction({
    question: t(`${name}.question`, { email }),
    confirmLabel: t(`menu.${name}`),
    danger: active === true,
    done: t('updated', { email }),
    act: async () => {
      const input = { userId: user.id, active: !active };
      return (await setUserActive({ input }, { refetchQueries: USER_QUERIES })).userErrors;
    },
    onClose,
  });
  return null;
}
