import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';

/** The button that adds an announcement, and its dialog. */
export function AddAnnouncement() {
  const { t } = useTranslation('announcements');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open ? <AnnouncementDialog announcement={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
