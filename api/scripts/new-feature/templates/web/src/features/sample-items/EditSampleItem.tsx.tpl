import { IconButton } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleItemDialog, type SampleItemRow } from './SampleItemDialog.tsx';

/** The button that changes a sample item, and its dialog. */
export function EditSampleItem({ sampleItem }: { sampleItem: SampleItemRow }) {
  const { t } = useTranslation('sample-items');
  const [open, setOpen] = useState(false);
  const label = t('editOf', { name: sampleItem.name });
  return (
    <>
      <IconButton size="xs" variant="ghost" aria-label={label} onClick={() => setOpen(true)}>
        <Pencil />
      </IconButton>
      {open ? <SampleItemDialog sampleItem={sampleItem} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
