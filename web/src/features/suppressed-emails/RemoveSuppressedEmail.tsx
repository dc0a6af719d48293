import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useViewer } from '../../lib/viewer.ts';
import { useRemoveSuppressedEmail } from './gql/RemoveSuppressedEmail.ts';

graphql(`
  mutation RemoveSuppressedEmail($input: RemoveSuppressedEmailInput!) {
    removeSuppressedEmail(input: $input) {
      email
      ...UserErrors
    }
  }
`);

/** The button that allows mail to an address again, after a confirmation. */
export function RemoveSuppressedEmail({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation('suppressed-emails');
  const { viewerCanRemoveSuppressedEmail } = useViewer();
  const confirm = useConfirm();
  const remove = useRemoveSuppressedEmail();
  const [isPending, setPending] = useState(false);
  if (!viewerCanRemoveSuppressedEmail) return null;

  async function act() {
    if (!(await confirm({ title: t('warning'), body: t('question', { email }), confirmLabel: t('remove') }))) return;
    setPending(true);
    try {
      await remove({ input: { id } }, { refetchQueries: ['SuppressedEmailsPage'] });
      toaster.success({ title: t('removed', { email }) });
    } catch {
      toaster.error({ title: t('notRemoved', { email }) });
    } finally {
      setPending(false);
    }
  }
  return (
    <Button
      size="xs"
      variant="outline"
      loading={isPending}
      aria-label={t('removeOne', { email })}
      onClick={() => void act()}
    >
      {t('remove')}
    </Button>
  );
}
