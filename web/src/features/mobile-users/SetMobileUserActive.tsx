import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { MobileUsersPageQuery } from './gql/mobileUserList.ts';
import { useSetMobileUserActive } from './gql/SetMobileUserActive.ts';

graphql(`
  mutation SetMobileUserActive($input: SetMobileUserActiveInput!) {
    setMobileUserActive(input: $input) {
      mobileUser {
        id
        active
      }
      ...UserErrors
    }
  }
`);

export type MobileUserRow = MobileUsersPageQuery['mobileUsers']['edges'][number]['node'];

/** The button that disables an account of the mobile app, or enables it again, after a question. */
export function SetMobileUserActive({ mobileUser }: { mobileUser: MobileUserRow }) {
  const { t } = useTranslation('mobile-users');
  const confirm = useConfirm();
  const setActive = useSetMobileUserActive();
  const [isPending, setPending] = useState(false);
  const { id, email, active, viewerCanUpdate } = mobileUser;
  if (!viewerCanUpdate) return null;
  const act = active ? 'disable' : 'enable';

  async function ask() {
    const question = { title: t('warning'), body: t(`${act}.question`, { email }), confirmLabel: t(`${act}.label`) };
    if (!(await confirm({ ...question, danger: active }))) return;
    setPending(true);
    try {
      await setActive({ input: { mobileUserId: id, active: !active } }, { refetchQueries: ['MobileUsersPage'] });
      toaster.success({ title: t(`${act}.done`, { email }) });
    } catch {
      toaster.error({ title: t('failed', { email }) });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      size="xs"
      variant="outline"
      loading={isPending}
      aria-label={t(`${act}.one`, { email })}
      onClick={() => void ask()}
    >
      {t(`${act}.label`)}
    </Button>
  );
}
