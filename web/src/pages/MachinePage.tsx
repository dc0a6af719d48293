import { Box, Grid, HStack, Stack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { Card } from '../components/Card.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { ConnectionHistory } from '../features/communication/ConnectionHistory.tsx';
import { CommunicationPanel } from '../features/communication/CommunicationPanel.tsx';
import { selectorStyles } from '../features/device-history/selectorStyles.ts';
import { DeviceHistorySelector } from '../features/device-history/DeviceHistorySelector.tsx';
import { useLiveDevices } from '../features/device-history/useLiveDevices.ts';
import { useReload } from '../features/device-history/useReload.ts';
import { useSelectedDevice } from '../features/device-history/useSelectedDevice.ts';
import { DeviceSettings } from '../features/device-settings/DeviceSettings.tsx';
import { ICodeReportsDialog } from '../features/icode-reports/ICodeReportsDialog.tsx';
import { MachineCard } from '../features/machines/MachineCard.tsx';
import { UploadActions } from '../features/uploads/UploadActions.tsx';
import { MachineNightsCard } from '../features/usage-dates/MachineNightsCard.tsx';
import { graphql } from '../lib/graphql.ts';
import { useRecent } from '../lib/recents.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';
import { useMachinePageQuery, type MachinePageQuery } from './gql/MachinePage.ts';

graphql(`
  query MachinePage($id: ID!) {
    machine(id: $id) {
      id
      databaseId
      serial
      model
      module {
        serial
      }
      ...MachineCard_machine
      history {
        id
        databaseId
        patient {
          id
          ...ICodeReportsPanel_patient
        }
        ...DeviceHistoryCard_history
        ...DeviceSettings_history
        ...CommunicationPanel_history
      }
    }
  }
`);

/** One machine: its card with its history, and the settings and connection of the selected assignment. */
export function MachinePage() {
  const { t } = useTranslation('machines');
  // /machines/{id}, and the device's own addresses /org-device/{serial}/{guid} and /devices/{serial}/{guid}.
  const { id, guid, serial } = useParams();
  const { data, loading, error, refetch } = useMachinePageQuery({
    variables: { id: guid ?? id ?? '' },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReload(refetch, loading);
  // An address whose guid and serial belong to different devices matches neither.
  const machine =
    data?.machine && (serial === undefined || serial.toUpperCase() === data.machine.serial) ? data.machine : null;

  if (machine) return <MachineRecord key={machine.id} machine={machine} onReload={reload} />;
  if (!data && !error) return <SkeletonCards count={4} />;
  return (
    <PageProblem
      error={error}
      onRetry={() => void refetch()}
      action={<TextLink to={urls.machines}>{t('toMachines')}</TextLink>}
    />
  );
}

function MachineRecord(props: { machine: NonNullable<MachinePageQuery['machine']>; onReload: () => Promise<unknown> }) {
  const { machine } = props;
  const { t } = useTranslation('device-history');
  const { organization } = useViewer();
  const [selected, select] = useSelectedDevice(machine.history);
  useLiveDevices(selected?.patient.id, props.onReload);
  useRecent({ path: urls.machine(machine.databaseId), label: machine.serial, kind: 'machine' });
  const list = useMachineCrumb();

  return (
    <>
      <Box mb="2">
        <Breadcrumbs above={[list]} here={machine.serial} />
      </Box>
      <PageHeader title={machine.serial} tabTitle={`${machine.serial} · ${organization.name}`} meta={machine.model} />
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '340px minmax(0, 1fr)' }} gap="4" alignItems="start">
        <Box {...selectorStyles}>
          <Card title={t('titleMachine')}>
            <DeviceHistorySelector
              devices={machine.history}
              context="machine"
              selected={selected?.databaseId}
              onSelect={select}
              onReload={props.onReload}
              // The reports belong to the patient of the card, which need not be the selected card.
              onICodeReports={(historyId) => select(historyId, { icode: machine.serial })}
            />
          </Card>
        </Box>
        <Stack gap="4">
          <MachineCard
            machine={machine}
            action={
              <HStack gap="2" flexWrap="wrap">
                <UploadActions machineId={machine.databaseId} />
                <ConnectionHistory of={machine.id} name="machine" whole hasModule={machine.module !== null} />
              </HStack>
            }
          />
          <MachineNightsCard machine={machine} />
          {selected ? (
            <>
              <DeviceSettings key={selected.id} history={selected} />
              <CommunicationPanel history={selected} />
            </>
          ) : null}
        </Stack>
      </Grid>
      <ICodeReportsDialog key={selected?.patient.id ?? 'device'} patient={selected?.patient ?? null} />
    </>
  );
}

/** The list above a machine: that of the devices for the addresses of its links. */
function useMachineCrumb() {
  const { t } = useTranslation('shell');
  const { serial } = useParams();
  const { viewerCanListDevices } = useViewer();
  const machines = useListCrumb('machines', urls.machines, t('machines'));
  const devices = useListCrumb('devices', urls.devices, t('devices'));
  return serial !== undefined && viewerCanListDevices ? devices : machines;
}
