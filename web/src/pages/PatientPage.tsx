import { Box, Grid, HStack, Stack, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { laterPart } from '../components/laterPart.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { PageTabs } from '../components/PageTabs.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { CommunicationPanel } from '../features/communication/CommunicationPanel.tsx';
import { ComplianceCard } from '../features/compliance/ComplianceCard.tsx';
import { DeviceHistoryPanel } from '../features/device-history/DeviceHistoryPanel.tsx';
import { useLiveDevices } from '../features/device-history/useLiveDevices.ts';
import { useReload } from '../features/device-history/useReload.ts';
import { useSelectedDevice } from '../features/device-history/useSelectedDevice.ts';
import { DeviceSettings } from '../features/device-settings/DeviceSettings.tsx';
import { ICodeCallsCard } from '../features/icode-reports/ICodeCallsCard.tsx';
import { ICodeReportsDialog } from '../features/icode-reports/ICodeReportsDialog.tsx';
import { ICodeReportsPanel } from '../features/icode-reports/ICodeReportsPanel.tsx';
import { useICodeReportsAddress } from '../features/icode-reports/useICodeReportsAddress.ts';
import { PatientFacts } from '../features/patients/PatientFacts.tsx';
import { PatientNeighbors } from '../features/patients/PatientNeighbors.tsx';
import { PatientSummary } from '../features/patients/PatientSummary.tsx';
import { UploadActions } from '../features/uploads/UploadActions.tsx';
import { UsageCard } from '../features/usage/UsageCard.tsx';
import { ClockNotice } from '../features/usage-dates/ClockNotice.tsx';
import { ComparePeriods } from '../features/usage-periods/ComparePeriods.tsx';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { useRecent } from '../lib/recents.ts';
import { urls } from '../lib/urls.ts';
import { usePart } from '../lib/useLoaded.ts';
import { useNightAddress } from '../lib/useNightAddress.ts';
import { useSecondPaint } from '../lib/useSecondPaint.ts';
import { useViewer } from '../lib/viewer.ts';
import { usePatientPageQuery, type PatientPageQuery } from './gql/PatientPage.ts';

const RemovedDevices = laterPart(
  async () => (await import('../features/device-history/RemovedDevices.tsx')).RemovedDevices,
);
const PatientDeclines = laterPart(
  async () => (await import('../features/patient-declines/PatientDeclines.tsx')).PatientDeclines,
);
const PatientVoids = laterPart(async () => (await import('../features/usage-dates/PatientVoids.tsx')).PatientVoids);
const FollowUps = lazy(async () => ({
  default: (await import('../features/follow-ups/PatientFollowUps.tsx')).PatientFollowUps,
}));
const RecordTab = lazy(async () => ({
  default: (await import('./PatientRecordTab.tsx')).PatientRecordTab,
}));
const Timeline = lazy(async () => ({
  default: (await import('../features/timeline/PatientTimeline.tsx')).PatientTimeline,
}));

const loadNight = () => import('./PatientNight.tsx');

graphql(`
  query PatientPage($id: ID!) {
    patient(id: $id) {
      id
      databaseId
      firstName
      lastName
      ...PatientFacts_patient
      ...PatientSummary_patient
      ...DeviceHistoryPanel_patient
      ...ComplianceCard_patient
      ...UsageCard_patient
      ...ICodeReportsPanel_patient
      devices {
        id
        databaseId
        serial
        ...DeviceSettings_history
        ...CommunicationPanel_history
      }
    }
  }
`);

/** One patient: the devices with what they report, and the record. */
export function PatientPage() {
  const { t } = useTranslation('patients');
  const { id = '' } = useParams();
  const { data, loading, error, refetch } = usePatientPageQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const reload = useReload(refetch, loading);

  const patients = useListCrumb('patients', urls.patients, t('title'));
  const patient = data?.patient;

  return (
    <>
      {/* Outside the record, so that the focus stays on a step while the next patient loads. */}
      <HStack gap="4" mb="2" minH="8" flexWrap="wrap">
        <Breadcrumbs above={[patients]} here={patient ? nameInList(patient) : '…'} />
        <PatientNeighbors />
      </HStack>
      {patient ? (
        <PatientRecord key={patient.id} patient={patient} onReload={reload} />
      ) : data || error ? (
        <PageProblem
          error={error}
          onRetry={() => void refetch()}
          action={<TextLink to={urls.patients}>{t('toPatients')}</TextLink>}
        />
      ) : (
        <SkeletonCards count={4} />
      )}
    </>
  );
}

interface RecordProps {
  patient: NonNullable<PatientPageQuery['patient']>;
  onReload: () => Promise<unknown>;
}

function PatientRecord({ patient, onReload }: RecordProps) {
  const { t } = useTranslation('patients');
  const { organization } = useViewer();
  const [selected] = useSelectedDevice(patient.devices);
  useLiveDevices(patient.id, onReload);

  const name = nameInList(patient);
  useRecent({ path: urls.patient(patient.databaseId), label: name, kind: 'patient' });

  return (
    <>
      <PageHeader
        title={name}
        tabTitle={[selected?.serial, name, organization.name].filter(Boolean).join(' · ')}
        meta={<PatientFacts patient={patient} />}
      />
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          { value: 'therapy', label: t('tabs.therapy'), content: <Therapy patient={patient} onReload={onReload} /> },
          {
            value: 'record',
            label: t('tabs.record'),
            content: (
              <Suspense fallback={<SkeletonCards count={3} />}>
                <RecordTab patientId={patient.id} />
              </Suspense>
            ),
          },
          {
            value: 'timeline',
            label: t('tabs.timeline'),
            content: (
              <Suspense fallback={<SkeletonCards count={1} />}>
                <Timeline patient={patient} />
              </Suspense>
            ),
          },
        ]}
      />
      <ICodeReportsDialog patient={patient} />
      <OpenNight patient={patient} />
    </>
  );
}

/** The night of the address, ?night={YYYY-MM-DD}. */
function OpenNight({ patient }: Pick<RecordProps, 'patient'>) {
  const { night, step, close } = useNightAddress();
  const part = usePart(loadNight, night !== null);
  return night && part ? (
    <Suspense>
      <part.PatientNight patient={patient} date={night} onStep={step} onClose={close} />
    </Suspense>
  ) : null;
}

/**
 * What is asked most comes first: the summary, and the nights next to the devices; then the settings, the connection and
 * the iCode reports of the selected device. On a phone the devices stay above the nights.
 */
function Therapy({ patient, onReload }: RecordProps) {
  const { t } = useTranslation('patients');
  const [selected, select] = useSelectedDevice(patient.devices);
  const icodeReports = useICodeReportsAddress();
  const isPainted = useSecondPaint();
  const serialOf = (historyId: number) => patient.devices.find(({ databaseId }) => databaseId === historyId)?.serial;

  return (
    <>
      <PatientSummary patient={patient} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: '340px minmax(0, 1fr)' }}
        templateRows={{ lg: 'auto 1fr' }}
        gap="4"
        alignItems="start"
        mb="4"
      >
        <Box>
          <DeviceHistoryPanel
            patient={patient}
            selected={selected?.databaseId}
            onSelect={select}
            onReload={onReload}
            onICodeReports={(historyId) => {
              const serial = serialOf(historyId);
              if (serial) icodeReports.open(serial);
            }}
          />
        </Box>
        <Stack gap="4" gridRow={{ lg: '1 / span 2' }} gridColumn={{ lg: '2' }}>
          <UsageCard patient={patient} action={<ComparePeriods patientId={patient.id} />} />
          {isPainted ? <ClockNotice patientId={patient.id} /> : null}
        </Stack>
        <Box gridColumn={{ lg: '1' }}>
          <ComplianceCard patient={patient} />
          <Box mt="4">
            <UploadActions machineId={null} />
          </Box>
          {isPainted ? (
            <>
              <Suspense>
                <FollowUps patientId={patient.id} />
              </Suspense>
              <RemovedDevices patientId={patient.id} onReload={onReload} />
              <PatientDeclines patientId={patient.id} />
              <PatientVoids patientId={patient.id} onReload={onReload} />
            </>
          ) : null}
        </Box>
      </Grid>
      <Stack gap="4">
        {selected ? (
          <Text fontWeight="medium">
            {t('device')}{' '}
            <Text as="span" fontFamily="mono">
              {selected.serial}
            </Text>
          </Text>
        ) : null}
        {selected ? <DeviceSettings key={selected.id} history={selected} /> : null}
        {selected && isPainted ? (
          <>
            <CommunicationPanel history={selected} />
            <ICodeCallsCard patientId={patient.id} />
            <ICodeReportsPanel patient={patient} serial={selected.serial} />
          </>
        ) : null}
      </Stack>
    </>
  );
}
