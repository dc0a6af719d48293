import { Box } from '@chakra-ui/react';
import { usePart } from '../../lib/useLoaded.ts';
import { useNear } from '../../lib/useNear.ts';

const loadProposals = () => import('./PatientDateProposals.tsx');

/** What the clocks of a patient's devices suggest to correct. Code and data are loaded when the user comes near. */
export function ClockNotice({ patientId }: { patientId: string }) {
  const [ref, isNear] = useNear();
  const proposals = usePart(loadProposals, isNear);
  return (
    <Box ref={ref} css={{ '&:empty': { mb: '-4' } }}>
      {isNear && proposals ? <proposals.PatientDateProposals patientId={patientId} /> : null}
    </Box>
  );
}
