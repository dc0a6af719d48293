import { IconButton } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { graphql } from '../../lib/graphql.ts';
import { PLACE_QUERIES } from '../../lib/placeQueries.ts';
import { useDeleteOrgGroup } from './gql/RemoveOrgGroup.ts';

graphql(`
  mutation DeleteOrgGroup($input: DeleteOrgGroupInput!) {
    deleteOrgGroup(input: $input) {
      ...UserErrors
    }
  }
`);

/** Deletes a group after a question; the server refuses one that has users. */
export function RemoveOrgGroup({ group }: { group: { databaseId: number; name: string } }) {
  const { t } = useTranslation('org-groups');
  const confirm = useConfirm();
  const remove = useDeleteOrgGroup();
  const { databaseId, name } = group;
  const title = t('remove', { name });

  async function ask() {
    if (!(await confirm({ title, body: t('removeBody'), confirmLabel: t('removeLabel'), danger: true }))) return;
    try {
      const input = { groupId: String(databaseId) };
      const [refusal] = (await remove({ input }, { refetchQueries: PLACE_QUERIES })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('removed', { name }) });
    } catch {
      toaster.error({ title: t('removeFailed', { name }) });
    }
  }

  return (
    <Tooltip content={title}>
      <IconButton size="xs" variant="ghost" aria-label={title} onClick={() => void ask()}>
        <Trash2 />
      </IconButton>
    </Tooltip>
  );
}
