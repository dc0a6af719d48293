import { IconButton } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useDeleteTrustedDomain } from './gql/RemoveTrustedDomain.ts';

graphql(`
  mutation DeleteTrustedDomain($input: DeleteTrustedDomainInput!) {
    deleteTrustedDomain(input: $input) {
      ...UserErrors
    }
  }
`);

/** Removes a trusted domain after a question; existing users stay. */
export function RemoveTrustedDomain({ domain }: { domain: { databaseId: number; name: string } }) {
  const { t } = useTranslation('trusted-domains');
  const confirm = useConfirm();
  const remove = useDeleteTrustedDomain();
  const { databaseId, name } = domain;

  async function ask() {
    const title = t('removeOf', { name });
    if (!(await confirm({ title, body: t('removeBody'), confirmLabel: t('remove'), danger: true }))) return;
    try {
      const input = { trustedDomainId: String(databaseId) };
      const [refusal] = (await remove({ input }, { refetchQueries: ['TrustedDomainsPage'] })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('removed', { name }) });
    } catch {
      toaster.error({ title: t('removeFailed', { name }) });
    }
  }

  return (
    <IconButton size="xs" variant="ghost" aria-label={t('removeOf', { name })} onClick={() => void ask()}>
      <Trash2 />
    </IconButton>
  );
}
