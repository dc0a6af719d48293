import { Box, Text } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { usePart } from '../../lib/useLoaded.ts';
import { useNear } from '../../lib/useNear.ts';
import type { UsageCard_patientFragment } from './gql/usageFragment.ts';
import { usePrinting } from './usePrinting.ts';

const loadCharts = () => import('./UsageCharts.tsx');

/** The patient's nights as charts. Their code and data are loaded when the user comes near, or prints. */
export function UsageCard({
  patient,
  action,
}: {
  patient: FragmentType<UsageCard_patientFragment>;
  action?: ReactNode;
}) {
  const { t } = useTranslation('usage');
  const [ref, isNear] = useNear();
  const [isShown, setShown] = useState(false);
  const isPrinted = usePrinting(isShown);
  const isNeeded = isNear || isPrinted;
  const charts = usePart(loadCharts, isNeeded);
  return (
    <Box ref={ref}>
      <Card title={t('title')} action={action}>
        {/* As high as the charts of thirty nights, so that nothing below moves when they are drawn. */}
        <Box minH={isShown ? undefined : { base: '1020px', sm: '860px', xl: '770px' }} _print={{ minH: '0' }}>
          {isNeeded && charts ? (
            <charts.UsageCharts patient={patient} onShown={() => setShown(true)} />
          ) : isNeeded ? (
            <Box className="no-print">
              <SkeletonLines lines={6} />
            </Box>
          ) : null}
        </Box>
        {isShown ? null : (
          <Text display="none" _print={{ display: 'block' }}>
            {t('notPrinted')}
          </Text>
        )}
      </Card>
    </Box>
  );
}
