import { Stack } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useState } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { usePatientRemovedDevicesQuery } from './gql/RemovedDevices.ts';
import { RemovedDevices_patientFragmentDoc as fragment } from './gql/removedDevicesFragment.ts';
import { NightsOfRemovedDevice } from './NightsOfRemovedDevice.tsx';
import { useVoidedToast } from './useVoidedToast.ts';
import { VoidedDevice } from './VoidedDevice.tsx';
import type { VoidableDevice } from './VoidDeviceDialog.tsx';

graphql(`
  query PatientRemovedDevices($id: ID!) {
    patient(id: $id) {
      id
      ...RemovedDevices_patient
    }
  }
`);

const loadDialog = () => import('./VoidDeviceDialog.tsx');

/**
 * What the list of devices does not show: nights that count although their device was removed from it, with Void
 * assignment, and assignments that were voided in the last 90 days, with Restore. Nothing without any.
 */
export function RemovedDevices({ patientId, onReload }: { patientId: string; onReload: () => Promise<unknown> }) {
  const { data, error, loading, refetch } = usePatientRemovedDevicesQuery({
    variables: { id: patientId },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReloadOnDeviceChange(refetch, loading);
  if (data?.patient) return <Removed patient={data.patient} onReload={onReload} />;
  return error ? <ErrorState error={error} onRetry={reload} /> : null;
}

function Removed(props: { patient: FragmentType<typeof fragment>; onReload: () => Promise<unknown> }) {
  const { data: patient } = useSuspenseFragment({
    fragment,
    fragmentName: 'RemovedDevices_patient',
    from: props.patient,
  });
  const [voiding, setVoiding] = useState<VoidableDevice | null>(null);
  const dialog = usePart(loadDialog, voiding !== null);
  const sayVoided = useVoidedToast(props.onReload);
  const { nightsOfRemovedDevices, voidedDevices } = patient;
  return (
    <>
      {nightsOfRemovedDevices.length + voidedDevices.length > 0 ? (
        <Stack gap="2" mt="4">
          {nightsOfRemovedDevices.map((removed) => (
            <NightsOfRemovedDevice key={removed.deviceHistoryId} removed={removed} onVoid={setVoiding} />
          ))}
          {voidedDevices.map((voided) => (
            <VoidedDevice key={voided.deviceHistoryId} voided={voided} onReload={props.onReload} />
          ))}
        </Stack>
      ) : null}
      {voiding && dialog ? (
        <dialog.VoidDeviceDialog
          device={voiding}
          onClose={() => setVoiding(null)}
          onVoided={() => {
            sayVoided(voiding);
            void props.onReload();
          }}
        />
      ) : null}
    </>
  );
}
