import { useTranslation } from 'react-i18next';
import type { SecondFactorMethod } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import { useResetUserSecondFactor } from './gql/ResetSecondFactor.ts';
import type { UserDialogProps } from './userMenu.tsx';
import { USER_QUERIES, useUserAction } from './useUserAction.ts';

graphql(`
  mutation ResetUserSecondFactor($input: ResetUserSecondFactorInput!) {
    resetUserSecondFactor(input: $input) {
      user {
        id
        ...UserMenu_user
      }
      ...UserErrors
    }
  }
`);

/** "Reset 2FA only when SMS or app 2FA is enabled", after confirmation (document 001, sections 4 and 8). */
function useReset(method: SecondFactorMethod, label: string, { user, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  const reset = useResetUserSecondFactor();
  useUserAction({
    question: t('resetSecondFactor.question'),
    confirmLabel: label,
    danger: true,
    done: t('resetSecondFactor.done'),
    act: async () => {
      const input = { userId: user.id, method };
      return (await reset({ input }, { refetchQueries: USER_QUERIES })).userErrors;
    },
    onClose,
  });
  return null;
}

/** Resets the authenticator app of a user. */
export function ResetApp(props: UserDialogProps) {
  const { t } = useTranslation('users');
  return useReset('APP', t('menu.resetApp'), props);
}

/** Resets the codes by text message of a user. */
export function ResetSms(props: UserDialogProps) {
  const { t } = useTranslation('users');
  return useReset('SMS', t('menu.resetSms'), props);
}
