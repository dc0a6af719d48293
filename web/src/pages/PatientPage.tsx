import { HStack } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { Breadcrumbs, useListCrumb } from '../components/Breadcrumbs.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { PageProblem } from '../components/PageProblem.tsx';
import { PageTabs } from '../components/PageTabs.tsx';
import { SkeletonCards } from '../components/Skeletons.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { useLiveDevices } from '../features/device-history/useLiveDevices.ts';
import { useReload } from '../features/device-history/useReload.ts';
import { useSelectedDevice } from '../features/device-history/useSelectedDevice.ts';
import { ICodeReportsDialog } from '../features/icode-reports/ICodeReportsDialog.tsx';
import { PatientFacts } from '../features/patients/PatientFacts.tsx';
import { PatientNeighbors } from '../features/patients/PatientNeighbors.tsx';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { useRecent } from '../lib/recents.ts';
import { urls } from '../lib/urls.ts';
import { usePart } from '../lib/useLoaded.ts';
import { useNightAddress } from '../lib/useNightAddress.ts';
import { useViewer } from '../lib/viewer.ts';
import { ArrangePanels } from './ArrangePanels.tsx';
import { usePatientPageQuery, type PatientPageQuery } from './gql/PatientPage.ts';
import { PatientTherapyTab } from './PatientTherapyTab.tsx';
import { usePatientPanels, type PatientPanels } from './usePatientPanels.ts';

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
  const panels = usePatientPanels();

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
        <PatientRecord key={patient.id} patient={patient} panels={panels} onReload={reload} />
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
  panels: PatientPanels;
}

/** The tabs other than Therapy, which has the panels that the user arranges. */
const OTHER_TABS = ['#record', '#timeline'];

function PatientRecord({ patient, onReload, panels }: RecordProps) {
  const { t } = useTranslation('patients');
  const { organization } = useViewer();
  const { hash } = useLocation();
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
        action={OTHER_TABS.includes(hash) ? null : <ArrangePanels panels={panels} />}
      />
      <PageTabs
        label={t('tabs.label')}
        tabs={[
          {
            value: 'therapy',
            label: t('tabs.therapy'),
            content: <PatientTherapyTab patient={patient} panels={panels} onReload={onReload} />,
          },
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
