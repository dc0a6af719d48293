import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import type { UserError } from '../../lib/userErrors.ts';
import { useDeleteServiceAccount, useSetServiceAccountActive } from './gql/useAccountActs.ts';
import type { Account } from './serviceAccount.ts';

graphql(`
  mutation SetServiceAccountActive($input: SetServiceAccountActiveInput!) {
    setServiceAccountActive(input: $input) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation DeleteServiceAccount($input: ServiceAccountInput!) {
    deleteServiceAccount(input: $input) {
      ...UserErrors
    }
  }
`);

/** Returns the acts on a service account. What ends its tokens asks first; the list is read again after each. */
export function useAccountActs({ id, name, isActive }: Account, onChanged: () => void) {
  const { t } = useTranslation('service-accounts');
  const confirm = useConfirm();
  const [setActive, remove] = [useSetServiceAccountActive(), useDeleteServiceAccount()];

  async function take(act: 'enable' | 'disable' | 'delete', send: () => Promise<{ userErrors: readonly UserError[] }>) {
    const question = {
      title: t('warning'),
      body: t(`acts.${act}.question`, { name }),
      confirmLabel: t(`acts.${act}.act`),
    };
    if (act !== 'enable' && !(await confirm({ ...question, danger: true }))) return;
    try {
      const { userErrors } = await send();
      if (userErrors.length > 0) throw new Error('refused');
      toaster.success({ title: t(`acts.${act}.done`, { name }) });
    } catch {
      toaster.error({ title: t('failed') });
    } finally {
      onChanged();
    }
  }

  return {
    switch: () =>
      take(isActive ? 'disable' : 'enable', () => setActive({ input: { serviceAccountId: id, active: !isActive } })),
    remove: () => take('delete', () => remove({ input: { serviceAccountId: id } })),
  };
}
