import { Box } from '@chakra-ui/react';
import { useState } from 'react';
import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useLogged } from '../../lib/useLogged.ts';
import { usePatientVoidedNightsQuery } from './gql/nightVoidOperations.ts';
import type { NightAct } from './nightVoidOperations.ts';
import { VoidedNights } from './VoidedNights.tsx';

const loadDialog = () => import('./NightVoidsDialog.tsx');

/** The nights of cards that would be a patient's and were voided, with Restore. Nothing without any. */
export function PatientVoids({ patientId, onReload }: { patientId: string; onReload: () => Promise<unknown> }) {
  const [act, setAct] = useState<NightAct | null>(null);
  const dialog = usePart(loadDialog, act !== null);
  const { data, error, loading, refetch } = usePatientVoidedNightsQuery({
    variables: { id: patientId },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReloadOnDeviceChange(refetch, loading);
  // The upload shows them too: the page of the patient does without them.
  useLogged('The voided nights of the patient were not loaded', error);
  const voided = data?.patient?.voidedNights ?? [];
  return (
    <>
      {voided.length > 0 ? (
        <Box mt="4">
          <VoidedNights voided={voided} onGiveBack={setAct} />
        </Box>
      ) : null}
      {act && dialog ? (
        <dialog.NightVoidsDialog
          act={act}
          onClose={() => setAct(null)}
          onDone={() => {
            reload();
            void onReload();
          }}
        />
      ) : null}
    </>
  );
}
