import { IconButton } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useDeleteSampleItem } from './gql/RemoveSampleItem.ts';

graphql(`
  mutation DeleteSampleItem($input: DeleteSampleItemInput!) {
    deleteSampleItem(input: $input) {
      ...UserErrors
    }
  }
`);

/** Removes a sample item after a question. */
export function RemoveSampleItem({ sampleItem }: { sampleItem: { databaseId: number; name: string } }) {
  const { t } = useTranslation('sample-items');
  const confirm = useConfirm();
  const remove = useDeleteSampleItem();
  const { databaseId, name } = sampleItem;

  async function ask() {
    const title = t('removeOf', { name });
    if (!(await confirm({ title, body: t('removeBody'), confirmLabel: t('remove'), danger: true }))) return;
    try {
      const input = { sampleItemId: String(databaseId) };
      const [refusal] = (await remove({ input }, { refetchQueries: ['SampleItemsPage'] })).userErrors;
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
