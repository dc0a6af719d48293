import { IconButton } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import type { AnnouncementRow } from './announcementValues.ts';

/** The button that changes an announcement, and its dialog. */
export function EditAnnouncement({ announcement }: { announcement: AnnouncementRow }) {
  const { t } = useTranslation('announcements');
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={t('editOf', { title: announcement.title })}
        onClick={() => setOpen(true)}
      >
        <Pencil />
      </IconButton>
      {open ? <AnnouncementDialog announcement={announcement} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
