import { useTranslation } from 'react-i18next';
import { graphql } from '../../lib/graphql.ts';
import { useSetUserVentilatorAccess } from './gql/VentilatorAccess.ts';
import type { UserDialogProps } from './userMenu.tsx';
import { USER_QUERIES, useUserAction } from './useUserAction.ts';

graphql(`
  mutation SetUserVentilatorAccess($input: SetUserVentilatorAccessInput!) {
    setUserVentilatorAccess(input: $input) {
      user {
        id
        ...UserMenu_user
      }
      ...UserErrors
    }
  }
`);

/** "Ventilator access toggles mvc_settings.enabled", after confirmation (document 001, sections 4 and 8). */
export function VentilatorAccess({ user, onClose }: UserDialogProps) {
  const { t } = useTranslation('users');
  const setAccess = useSetUserVentilatorAccess();
  const enabled = !user.ventilatorAccess;
  const name = enabled ? 'grantVentilatorAccess' : 'withdrawVentilatorAccess';
  useUserAction({
    question: t(`${name}.question`, { email: user.email }),
    confirmLabel: t(`menu.${name}`),
    done: t(`${name}.done`),
    act: async () => {
      const input = { userId: user.id, enabled };
      return (await setAccess({ input }, { refetchQueries: USER_QUERIES })).userErrors;
    },
    onClose,
  });
  return null;
}
