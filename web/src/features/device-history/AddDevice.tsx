import { Button } from '@chakra-ui/react';
import { useApolloClient } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useViewer } from '../../lib/viewer.ts';
import { ActiveDeviceCheckDocument as activeDeviceCheck } from './gql/AddDevice.ts';

const loadDialog = () => import('./AddDeviceDialog.tsx');

graphql(`
  query ActiveDeviceCheck($patientId: ID!) {
    patient(id: $patientId) {
      id
      hasActiveDevice
      organization {
        id
        timezone
      }
    }
  }
`);

/**
 * The Add Device button and its dialog. Asks the server first: a patient has only one active device, and another tab or
 * user may have added one since the page loaded.
 */
export function AddDevice(props: {
  patientId: string;
  /** The patient has no device yet: to add one is the main thing to do. */
  isFirst: boolean;
  onReload: () => Promise<unknown>;
  onAdded: (historyId: number) => Promise<void>;
}) {
  const { t } = useTranslation('device-history');
  const client = useApolloClient();
  const confirm = useConfirm();
  const { organization } = useViewer();
  const [checking, setChecking] = useState(false);
  // The dialog is open while the zone of its dates is known.
  const [timeZone, setTimeZone] = useState<string | null>(null);
  const dialog = usePart(loadDialog, timeZone !== null);
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setTimeZone(null);
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
      } else setTimeZone(data?.patient?.organization.timezone ?? organization.timezone);
    } catch {
      toaster.error({ title: t('addFailed') });
    } finally {
      setChecking(false);
    }
  }

  return (
    <>
      <Button
        ref={button}
        size="sm"
        variant={props.isFirst ? 'solid' : 'outline'}
        loading={checking}
        loadingText={t('add')}
        onClick={() => void start()}
      >
        <Plus aria-hidden="true" />
        {t('add')}
      </Button>
      {timeZone && dialog ? (
        <dialog.AddDeviceDialog
          patientId={props.patientId}
          timeZone={timeZone}
          onClose={close}
          onReload={props.onReload}
          onAdded={props.onAdded}
        />
      ) : null}
    </>
  );
}
