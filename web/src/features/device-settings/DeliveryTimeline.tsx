import { Box, Flex, Text } from '@chakra-ui/react';
import { Ban, Check, CircleDashed, Clock, X, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useZonedInstantFormat } from '../../lib/viewer.ts';
import { deliverySteps, type Delivery, type DeliveryState } from './deliverySteps.ts';

const looks: Record<DeliveryState, { Icon: LucideIcon; palette: string; solid: boolean }> = {
  done: { Icon: Check, palette: 'green', solid: true },
  waiting: { Icon: Clock, palette: 'orange', solid: false },
  open: { Icon: CircleDashed, palette: 'gray', solid: false },
  skipped: { Icon: CircleDashed, palette: 'gray', solid: false },
  failed: { Icon: X, palette: 'red', solid: true },
  void: { Icon: Ban, palette: 'red', solid: false },
};

/** The delivery of a submitted change to the device, with times, and the expected duration while it is pending. */
export function DeliveryTimeline({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('device-settings');
  const format = useZonedInstantFormat();
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
        {steps.map(({ name, at, state }, index) => {
          const { Icon, palette, solid } = looks[state];
          return (
            <Flex
              as="li"
              key={name}
              flex={{ sm: index < steps.length - 1 ? '1' : undefined }}
              gap="2"
              aria-current={state === 'waiting' ? 'step' : undefined}
              colorPalette={palette}
              color={state === 'open' || state === 'skipped' ? 'fg.muted' : undefined}
            >
              <Flex
                boxSize="6"
                flexShrink="0"
                align="center"
                justify="center"
                borderRadius="full"
                borderWidth="1px"
                borderColor="colorPalette.solid"
                bg={solid ? 'colorPalette.solid' : 'colorPalette.subtle'}
                color={solid ? 'colorPalette.contrast' : 'colorPalette.fg'}
              >
                <Icon size={14} aria-hidden="true" />
              </Flex>
              <Box>
                <Text textStyle="sm" fontWeight={state === 'waiting' ? 'medium' : undefined}>
                  {t(`delivery.${name}`)}
                </Text>
                <Text textStyle="xs" color="fg.muted">
                  {at ? <time dateTime={at}>{format(at)}</time> : t(`delivery.state.${state}`)}
                </Text>
              </Box>
              {index < steps.length - 1 ? (
                <Box
                  hideBelow="sm"
                  aria-hidden="true"
                  flex="1"
                  minW="3"
                  mt="3"
                  me="1"
                  h="0"
                  borderTopWidth="1px"
                  borderColor="border.emphasized"
                />
              ) : null}
            </Flex>
          );
        })}
      </Flex>
      {delivery.status === 'PENDING' ? (
        <Text mt="2" textStyle="xs" color="fg.muted">
          {t('delivery.hint')}
        </Text>
      ) : null}
    </Box>
  );
}
