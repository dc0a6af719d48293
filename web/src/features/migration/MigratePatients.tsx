import { Button } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { useMigrationSteps } from './useMigrationSteps.ts';

/**
 * The button that migrates the patients of an organization which was created with a DME ID, again or for the first time.
 * Where the migration of its location has failed, that is repeated first.
 */
export function MigratePatients({ dmeId, isMigrated }: { dmeId: string; isMigrated: boolean }) {
  const { t } = useTranslation('migration');
  const { migrate, Patients } = useMigrationSteps();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function open() {
    if (isMigrated) return setOpen(true);
    setBusy(true);
    try {
      const [refused] = await migrate(dmeId);
      if (refused) toaster.error({ title: t('start.locationFailed'), description: refused.message });
      else setOpen(true);
    } catch {
      toaster.error({ title: t('start.locationFailed') });
    } finally {
      setBusy(false);
    }
  }
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="outline" loading={busy} loadingText={t('start.button')} onClick={() => void open()}>
        {t('start.button')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Patients dmeId={dmeId} onDone={close} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
