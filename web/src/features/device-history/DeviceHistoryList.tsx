import { Flex } from '@chakra-ui/react';
import { useId, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import type { DeviceAction } from './deviceActions.ts';
import { DeviceHistoryCard, type CardContext, type DeviceHistoryRef, type DeviceOfCard } from './DeviceHistoryCard.tsx';

/** The cards of a selector: stacked, or in a row that scrolls sideways on a narrow screen. */
export function DeviceHistoryList({
  ref,
  ...props
}: {
  devices: readonly (DeviceHistoryRef & { id: string; databaseId: number })[];
  context: CardContext;
  selected: number | undefined;
  onSelect: (historyId: number) => void;
  /** history_id of the device with a running action. */
  busy: number | null;
  onAction: (action: DeviceAction, device: DeviceOfCard) => void;
  ref?: Ref<HTMLDivElement>;
}) {
  const { t } = useTranslation('device-history');
  const name = useId();
  if (props.devices.length === 0)
    return <EmptyState text={t(props.context === 'patient' ? 'empty' : 'emptyMachine')} />;
  return (
    <Flex
      ref={ref}
      role="radiogroup"
      aria-label={t(props.context === 'patient' ? 'title' : 'titleMachine')}
      direction={{ base: 'row', lg: 'column' }}
      gap="3"
      p="1"
      m="-1"
      overflowX={{ base: 'auto', lg: 'visible' }}
      scrollSnapType={{ base: 'x mandatory', lg: 'none' }}
    >
      {props.devices.map((history) => (
        <DeviceHistoryCard
          key={history.id}
          history={history}
          context={props.context}
          name={name}
          selected={history.databaseId === props.selected}
          onSelect={props.onSelect}
          busy={history.databaseId === props.busy}
          onAction={props.onAction}
        />
      ))}
    </Flex>
  );
}
