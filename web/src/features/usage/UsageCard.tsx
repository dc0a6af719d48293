import { Box } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import type { UsageCard_patientFragment } from '../../gql/graphql.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useNear } from '../../lib/useNear.ts';

const loadCharts = () => import('./UsageCharts.tsx');

/** The patient's nights as charts. Their code and data are loaded when the user comes near. */
export function UsageCard({ patient }: { patient: FragmentType<UsageCard_patientFragment> }) {
  const { t } = useTranslation('usage');
  const [ref, isNear] = useNear();
  const charts = usePart(loadCharts, isNear);
  return (
    <Box ref={ref} className={isNear ? undefined : 'no-print'}>
      <Card title={t('title')}>
        {isNear && charts ? (
          <charts.UsageCharts patient={patient} />
        ) : (
          <Box minH="480px">{isNear ? <SkeletonLines lines={6} /> : null}</Box>
        )}
      </Card>
    </Box>
  );
}
