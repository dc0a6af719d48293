import { Button } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/viewer.ts';
import type { MigrationSteps } from './AddOrganizationDialog.tsx';
import { isOrganizationKept } from './keptOrganization.ts';

const loadDialog = () => import('./AddOrganizationDialog.tsx');
const AddOrganizationDialog = lazy(async () => ({ default: (await loadDialog()).AddOrganizationDialog }));

/**
 * The button that adds an organization, for viewers who may, and its dialog, which a reload of the page opens again with
 * what was entered.
 */
export function AddOrganization({
  steps,
  onMigrated,
}: {
  steps?: MigrationSteps;
  onMigrated?: (organizationId: string) => void;
}) {
  const { t } = useTranslation('organizations');
  const { viewerCanCreateOrganizations, user } = useViewer();
  const [open, setOpen] = useState(() => isOrganizationKept(user.databaseId));
  if (!viewerCanCreateOrganizations) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} onPointerEnter={() => void loadDialog()}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <AddOrganizationDialog steps={steps} onClose={() => setOpen(false)} onMigrated={onMigrated} />
        </Suspense>
      ) : null}
    </>
  );
}
