import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserScope } from '../../gql/schema.ts';
import { useViewer } from '../../lib/viewer.ts';

const loadDialog = () => import('./UserFormDialog.tsx');
const NewUserDialog = lazy(async () => ({ default: (await loadDialog()).NewUserDialog }));

/**
 * The button that adds a user, for viewers who may, and its dialog: of one organization, of the viewer's own, or of one
 * that is chosen in the form by viewers of the users of all organizations.
 */
export function AddUser({ orgId, scope }: { orgId: string | null; scope: UserScope }) {
  const { t } = useTranslation('users');
  const { viewerCanCreateUsers, viewerCanViewAnyUser } = useViewer();
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
          <NewUserDialog
            organizationId={orgId}
            choosesOrganization={orgId === null && viewerCanViewAnyUser}
            scope={scope}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
