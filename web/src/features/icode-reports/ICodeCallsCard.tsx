import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { usePart } from '../../lib/useLoaded.ts';
import { useNear } from '../../lib/useNear.ts';

const loadPlan = () => import('./ICodeCalls.tsx');

/** The days on which to call a patient for iCodes. Code and data are loaded when the user comes near. */
export function ICodeCallsCard({ patientId }: { patientId: string }) {
  const { t } = useTranslation('icode-reports');
  const [ref, isNear] = useNear();
  const plan = usePart(loadPlan, isNear);
  return (
    <Box ref={ref} className={isNear ? undefined : 'no-print'}>
      <Card title={t('calls.title')}>
        {isNear && plan ? <plan.ICodeCalls patientId={patientId} /> : <SkeletonLines lines={2} />}
      </Card>
    </Box>
  );
}
