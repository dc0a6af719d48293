import { Flex } from '@chakra-ui/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { DeviceHistoryCard, type CardContext, type DeviceHistoryRef } from './DeviceHistoryCard.tsx';

/** The cards of a selector: below each other, on a narrow screen beside each other and moved sideways. */
export function DeviceHistoryList(props: {
  devices: readonly (DeviceHistoryRef & { id: string; databaseId: number })[];
  context: CardContext;
  selected: number | undefined;
  onSelect: (historyId: number) => void;
  onICodeReports?: (historyId: number) => void;
}) {
  const { t } = useTranslation('device-history');
  const name = useId();
  if (props.devices.length === 0) return <EmptyState text={t(props.context === 'patient' ? 'empty' : 'emptyMachine')} />;
  return (
    <Flex
      role="radiogroup"
      aria-label={t('title')}
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
          onICodeReports={props.onICodeReports}
        />
      ))}
    </Flex>
  );
}
