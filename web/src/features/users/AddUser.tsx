import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/viewer.ts';

const loadDialog = () => import('./UserFormDialog.tsx');
const NewUserDialog = lazy(async () => ({ default: (await loadDialog()).NewUserDialog }));

/** The button that adds a user, for viewers who may, and its dialog. */
export function AddUser() {
  const { t } = useTranslation('users');
  const { viewerCanCreateUsers } = useViewer();
  const [open, setOpen] = useState(false);
  if (!viewerCanCreateUsers) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={() => void loadDialog()}>
        <Plus aria-hidden="true" />
        {t('form.add')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <NewUserDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
