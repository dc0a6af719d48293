import { Box, Grid, Stack, Text } from '@chakra-ui/react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Foldable } from '../components/Foldable.tsx';
import { laterPart } from '../components/laterPart.tsx';
import { CommunicationPanel } from '../features/communication/CommunicationPanel.tsx';
import { ComplianceCard } from '../features/compliance/ComplianceCard.tsx';
import { DeviceHistoryPanel } from '../features/device-history/DeviceHistoryPanel.tsx';
import { useSelectedDevice } from '../features/device-history/useSelectedDevice.ts';
import { DeviceSettings } from '../features/device-settings/DeviceSettings.tsx';
import { ICodeCallsCard } from '../features/icode-reports/ICodeCallsCard.tsx';
import { ICodeReportsPanel } from '../features/icode-reports/ICodeReportsPanel.tsx';
import { useICodeReportsAddress } from '../features/icode-reports/useICodeReportsAddress.ts';
import { PatientSummary } from '../features/patients/PatientSummary.tsx';
import { UploadActions } from '../features/uploads/UploadActions.tsx';
import { UsageCard } from '../features/usage/UsageCard.tsx';
import { ClockNotice } from '../features/usage-dates/ClockNotice.tsx';
import { ComparePeriods } from '../features/usage-periods/ComparePeriods.tsx';
import { useSecondPaint } from '../lib/useSecondPaint.ts';
import type { PatientPageQuery } from './gql/PatientPage.ts';
import { isOfDevice, panelPlaces, type PatientPanel } from './patientPanels.ts';
import type { PatientPanels } from './usePatientPanels.ts';

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

interface Props {
  patient: NonNullable<PatientPageQuery['patient']>;
  onReload: () => Promise<unknown>;
  panels: PatientPanels;
}

/**
 * What is asked most comes first: the summary. Below it are the panels in the user's order: at first the nights next to
 * the devices, then the settings, the connection and the iCode reports of the selected device. On a phone they are one
 * column. What asks for an action has no panel and is never folded.
 */
export function PatientTherapyTab({ patient, onReload, panels }: Props) {
  const { t } = useTranslation('patients');
  const [selected, select] = useSelectedDevice(patient.devices);
  const icodeReports = useICodeReportsAddress();
  const isPainted = useSecondPaint();
  const { order, titles, folded, fold } = panels;
  const { places, rows } = panelPlaces(order);
  const firstOfDevice = order.find(isOfDevice);

  const contents: Record<PatientPanel, ReactNode> = {
    devices: (
      <DeviceHistoryPanel
        patient={patient}
        selected={selected?.databaseId}
        onSelect={select}
        onReload={onReload}
        onICodeReports={(historyId) => {
          const serial = patient.devices.find(({ databaseId }) => databaseId === historyId)?.serial;
          if (serial) icodeReports.open(serial);
        }}
      />
    ),
    usage: <UsageCard patient={patient} action={<ComparePeriods patientId={patient.id} />} />,
    compliance: <ComplianceCard patient={patient} />,
    settings: selected ? <DeviceSettings key={selected.id} history={selected} /> : null,
    communication: selected && isPainted ? <CommunicationPanel history={selected} /> : null,
    calls: selected && isPainted ? <ICodeCallsCard patientId={patient.id} /> : null,
    icode: selected && isPainted ? <ICodeReportsPanel patient={patient} serial={selected.serial} /> : null,
  };
  const below: Partial<Record<PatientPanel, ReactNode>> = {
    usage: isPainted ? <ClockNotice patientId={patient.id} /> : null,
    compliance: (
      <Box>
        <UploadActions machineId={null} />
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
    ),
  };

  return (
    <>
      <PatientSummary patient={patient} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: '340px minmax(0, 1fr)' }}
        templateRows={{ lg: rows }}
        gap="4"
        alignItems="start"
      >
        {order.map((panel) =>
          contents[panel] ? (
            <Stack
              key={panel}
              gap="4"
              minW="0"
              gridRow={{ lg: places.get(panel)!.gridRow }}
              gridColumn={{ lg: places.get(panel)!.gridColumn }}
            >
              {panel === firstOfDevice ? (
                <Text fontWeight="medium">
                  {t('device')}{' '}
                  <Text as="span" fontFamily="mono">
                    {selected?.serial}
                  </Text>
                </Text>
              ) : null}
              <Foldable
                title={titles[panel]}
                isFolded={folded.includes(panel)}
                onFold={(isFolded) => fold(panel, isFolded)}
              >
                {contents[panel]}
              </Foldable>
              {below[panel]}
            </Stack>
          ) : null,
        )}
      </Grid>
    </>
  );
}
