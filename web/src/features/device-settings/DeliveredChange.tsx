import { Box, Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { DeliveryStep } from './DeliveryStep.tsx';
import { deliverySteps } from './deliverySteps.ts';
import type { SettingsRecord } from './SettingsStatus.tsx';

/** The change that the device applied in the last 24 hours: the last step of its delivery, with the time. */
export function DeliveredChange({ record }: { record: SettingsRecord }) {
  const { t } = useTranslation('device-settings');
  return (
    <Flex gap="3" align="center" flexWrap="wrap" borderWidth="1px" borderRadius="l2" p="3">
      <StatusBadge tone="success">{t('status.DELIVERED')}</StatusBadge>
      <Text textStyle="sm" color="fg.muted">
        {t('delivered.by', { name: record.submittedBy ?? t('somebody') })}
        {/* The device limited it, or its settings were changed at the device since. */}
        {record.status === 'DELIVERED' ? ` ${t('delivered.differs')}` : null}
      </Text>
      <Box as="ol" aria-label={t('delivered.title')} listStyleType="none">
        {deliverySteps(record)
          .slice(-1)
          .map((step) => (
            <DeliveryStep key={step.name} step={step} />
          ))}
      </Box>
    </Flex>
  );
}
