import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SampleItemDialog } from './SampleItemDialog.tsx';

/** The button that adds a sample item, and its dialog. */
export function AddSampleItem() {
  const { t } = useTranslation('sample-items');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open ? <SampleItemDialog sampleItem={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
