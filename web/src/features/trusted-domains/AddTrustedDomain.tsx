import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddTrustedDomainDialog } from './AddTrustedDomainDialog.tsx';

/** The button that adds a trusted domain, and its dialog. */
export function AddTrustedDomain() {
  const { t } = useTranslation('trusted-domains');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open ? <AddTrustedDomainDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
