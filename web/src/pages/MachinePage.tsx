import { Box, Grid, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Card } from '../components/Card.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { CommunicationPanel } from '../features/communication/CommunicationPanel.tsx';
import { besideTheRest } from '../features/device-history/besideTheRest.ts';
import { DeviceHistoryList } from '../features/device-history/DeviceHistoryList.tsx';
import { useSelectedDevice } from '../features/device-history/useSelectedDevice.ts';
import { DeviceSettings } from '../features/device-settings/DeviceSettings.tsx';
import { MachineCard } from '../features/machines/MachineCard.tsx';
import { MachineHistoryTable } from '../features/machines/MachineHistoryTable.tsx';
import { graphql } from '../gql/gql.ts';
import type { MachinePageQuery } from '../gql/graphql.ts';
import { useMachinePageQuery } from '../gql/hooks.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

graphql(`
  query MachinePage($id: ID!) {
    machine(id: $id) {
      id
      serial
      model
      ...MachineCard_machine
      ...MachineHistoryTable_machine
      history {
        id
        databaseId
        ...DeviceHistoryCard_history
        ...DeviceSettings_history
        ...CommunicationPanel_history
      }
    }
  }
`);

/** One machine: its card, its history, and the settings and connection of the assignment chosen in the selector. */
export function MachinePage() {
  const { t } = useTranslation('machines');
  // /machines/{id}, and the device's own addresses /org-device/{serial}/{guid} and /devices/{serial}/{guid}.
  const { id, guid } = useParams();
  const { data, error, refetch } = useMachinePageQuery({ variables: { id: guid ?? id ?? '' }, fetchPolicy: 'cache-and-network' });

  if (data?.machine) return <MachineRecord key={data.machine.id} machine={data.machine} />;
  if (!data && !error) return <SkeletonCards count={4} />;
  return (
    <PageProblem
      error={error}
      onRetry={() => void refetch()}
      action={<TextLink to={urls.machines}>{t('toMachines')}</TextLink>}
    />
  );
}

function MachineRecord({ machine }: { machine: NonNullable<MachinePageQuery['machine']> }) {
  const { t } = useTranslation('device-history');
  const { organization } = useViewer();
  const [selected, select] = useSelectedDevice(machine.history);

  return (
    <>
      <PageHeader title={machine.serial} tabTitle={`${machine.serial} · ${organization.name}`} meta={machine.model} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '340px minmax(0, 1fr)' }} gap="4" alignItems="start">
        <Box {...besideTheRest}>
          <Card title={t('title')}>
            <DeviceHistoryList
              devices={machine.history}
              context="machine"
              selected={selected?.databaseId}
              onSelect={select}
            />
          </Card>
        </Box>
        <Stack gap="4">
          <MachineCard machine={machine} />
          <MachineHistoryTable machine={machine} />
          {selected ? (
            <>
              <DeviceSettings key={selected.id} history={selected} />
              <CommunicationPanel history={selected} />
            </>
          ) : null}
        </Stack>
      </Grid>
    </>
  );
}
