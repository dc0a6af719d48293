import { Box, Flex, Text } from '@chakra-ui/react';
import { Ban, Check, CircleDashed, Clock, X, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useZonedInstantFormat } from '../../lib/viewer.ts';
import type { DeliveryState, Step } from './deliverySteps.ts';

const looks: Record<DeliveryState, { Icon: LucideIcon; palette: string; solid: boolean }> = {
  done: { Icon: Check, palette: 'green', solid: true },
  waiting: { Icon: Clock, palette: 'orange', solid: false },
  open: { Icon: CircleDashed, palette: 'gray', solid: false },
  skipped: { Icon: CircleDashed, palette: 'gray', solid: false },
  failed: { Icon: X, palette: 'red', solid: true },
  void: { Icon: Ban, palette: 'red', solid: false },
};

/** One step of the delivery of a change, with its time in the organization's zone. An item of a list. */
export function DeliveryStep({ step: { name, at, state }, isLast = true }: { step: Step; isLast?: boolean }) {
  const { t } = useTranslation('device-settings');
  const format = useZonedInstantFormat();
  const { Icon, palette, solid } = looks[state];
  return (
    <Flex
      as="li"
      flex={{ sm: isLast ? undefined : '1' }}
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
      {isLast ? null : (
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
      )}
    </Flex>
  );
}
