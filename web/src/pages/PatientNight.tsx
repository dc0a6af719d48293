import { Box, Heading, Stack } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/ErrorState.tsx';
import { Modal } from '../components/Modal.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { NightSettings } from '../features/device-settings/NightSettings.tsx';
import type { UsageCard_patientFragment } from '../features/usage/gql/usageFragment.ts';
import { NightFigures } from '../features/usage/NightFigures.tsx';
import { NightReadings } from '../features/usage/NightReadings.tsx';
import { NightSteps } from '../features/usage/NightSteps.tsx';
import { daysOf } from '../features/usage/usageDays.ts';
import { UsageCard_patient } from '../features/usage/usageFragment.ts';
import { formatDate, today as todayIn } from '../lib/dates.ts';
import { useReloadOnDeviceChange } from '../lib/deviceChanges.ts';
import { graphql } from '../lib/graphql.ts';
import { useViewer } from '../lib/viewer.ts';
import { dateOf, dayOf } from '../lib/nightRange.ts';
import { usePatientNightQuery } from './gql/PatientNight.ts';

graphql(`
  query PatientNight($patientId: ID!, $date: Date!) {
    patient(id: $patientId) {
      id
      nights(from: $date, to: $date) {
        ...NightReadings_night @unmask
      }
      nightSettings(date: $date) {
        ...NightSettings_settings @unmask
      }
    }
  }
`);

/** One night of a patient: its figures, every reading, and the settings that held in it. */
export function PatientNight(props: {
  patient: FragmentType<UsageCard_patientFragment>;
  date: string;
  onStep: (date: string) => void;
  onClose: () => void;
}) {
  const { date, onStep, onClose } = props;
  const { t } = useTranslation('night');
  const { organization } = useViewer();
  const today = todayIn(organization.timezone);
  const { data: patient } = useSuspenseFragment({ fragment: UsageCard_patient, from: props.patient });
  const { id: patientId, firstUsageDate, devices, compliance } = patient;
  const { data, error, loading, refetch } = usePatientNightQuery({
    variables: { patientId, date },
    fetchPolicy: 'cache-and-network',
  });
  useReloadOnDeviceChange(refetch, loading);

  const neighbor = (days: number) => dateOf(dayOf(date) + days);
  const readings = data?.patient?.nights;
  const [day] = readings
    ? daysOf(readings, { start: date, end: date }, { wanted: compliance.minutesWanted, assignments: devices, today })
    : [];
  return (
    <Modal inAddress open onClose={onClose} title={t('title', { date: formatDate(date) })} size="lg" tall>
      <NightSteps
        previous={firstUsageDate !== null && firstUsageDate < date ? neighbor(-1) : null}
        next={date < today ? neighbor(1) : null}
        onStep={onStep}
      />
      {day && readings ? (
        <Stack gap="6">
          <NightFigures day={day} wanted={compliance.minutesWanted} />
          <Box>
            <Heading as="h3" size="xs" mb="2">
              {t('readings')}
            </Heading>
            <NightReadings readings={readings} />
          </Box>
          <Box>
            <Heading as="h3" size="xs" mb="2">
              {t('settings.title')}
            </Heading>
            <NightSettings held={data.patient?.nightSettings ?? []} />
          </Box>
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </Modal>
  );
}
