import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePart } from '../../lib/useLoaded.ts';

const loadDialog = () => import('./LocationDialog.tsx');

/** The button that adds a location to an organization, and its dialog. */
export function AddLocation({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation('locations');
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open && dialog ? <dialog.LocationDialog organizationId={organizationId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
