import { Button } from '@chakra-ui/react';
import { useApolloClient } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';

const activeDeviceCheck = graphql(`
  query ActiveDeviceCheck($patientId: ID!) {
    patient(id: $patientId) {
      id
      hasActiveDevice
    }
  }
`);

/**
 * The Add Device button and its dialog. Asks the server first: a patient has only one active device, and another tab or
 * user may have added one since the page loaded.
 */
export function AddDevice(props: {
  patientId: string;
  onReload: () => Promise<unknown>;
  onAdded: (historyId: number) => Promise<void>;
}) {
  const { t } = useTranslation('device-history');
  const client = useApolloClient();
  const confirm = useConfirm();
  const [checking, setChecking] = useState(false);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setOpen(false);
    // The button was disabled when the dialog took its focus, so the dialog cannot return it.
    requestAnimationFrame(() => button.current?.focus());
  }

  async function start() {
    setChecking(true);
    try {
      const variables = { patientId: props.patientId };
      const { data } = await client.query({ query: activeDeviceCheck, variables, fetchPolicy: 'network-only' });
      if (data?.patient?.hasActiveDevice) {
        await props.onReload();
        await confirm({ title: t('add'), body: t('messages.single_active_device_warning'), notice: true });
      } else setOpen(true);
    } catch {
      toaster.error({ title: t('addFailed') });
    } finally {
      setChecking(false);
    }
  }

  return (
    <>
      <Button ref={button} size="sm" loading={checking} loadingText={t('add')} onClick={() => void start()}>
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {open ? (
        <AddDeviceDialog
          patientId={props.patientId}
          onClose={close}
          onReload={props.onReload}
          onAdded={props.onAdded}
        />
      ) : null}
    </>
  );
}
