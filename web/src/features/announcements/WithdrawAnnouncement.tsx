import { IconButton } from '@chakra-ui/react';
import { MegaphoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { AnnouncementRow } from './announcementValues.ts';
import { useUpdateAnnouncement } from './gql/AnnouncementDialog.ts';

/** Withdraws an announcement after a question, so that no other user is shown it. */
export function WithdrawAnnouncement({ announcement }: { announcement: AnnouncementRow }) {
  const { t } = useTranslation('announcements');
  const confirm = useConfirm();
  const update = useUpdateAnnouncement();
  const { id, version, title, state } = announcement;
  if (state === 'WITHDRAWN' || state === 'OVER') return null;

  async function ask() {
    const question = { title: t('withdrawOf', { title }), body: t('withdrawBody'), confirmLabel: t('withdraw') };
    if (!(await confirm({ ...question, danger: true }))) return;
    try {
      const input = { announcementId: id, version, withdrawn: true };
      const [refusal] = (await update({ input }, { refetchQueries: ['AnnouncementsPage'] })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('withdrawn', { title }) });
    } catch {
      toaster.error({ title: t('withdrawFailed', { title }) });
    }
  }

  return (
    <IconButton size="xs" variant="ghost" aria-label={t('withdrawOf', { title })} onClick={() => void ask()}>
      <MegaphoneOff />
    </IconButton>
  );
}
