import { Box, Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DeliveryStep } from './DeliveryStep.tsx';
import { deliverySteps, type Delivery } from './deliverySteps.ts';

/** The delivery of a submitted change to the device, with times, and the expected duration while it is pending. */
export function DeliveryTimeline({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('device-settings');
  const steps = deliverySteps(delivery);

  return (
    <Box>
      <Flex
        as="ol"
        aria-label={t('delivery.title')}
        listStyleType="none"
        direction={{ base: 'column', sm: 'row' }}
        gap={{ base: '3', sm: '2' }}
      >
        {steps.map((step, index) => (
          <DeliveryStep key={step.name} step={step} isLast={index === steps.length - 1} />
        ))}
      </Flex>
      {delivery.status === 'PENDING' ? (
        <Text mt="2" textStyle="xs" color="fg.muted">
          {t('delivery.hint')}
        </Text>
      ) : null}
    </Box>
  );
}
