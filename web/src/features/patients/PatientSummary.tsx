import { Box, Grid, Heading, HStack, Text, VisuallyHidden } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ComplianceState } from '../../components/ComplianceState.tsx';
import { NightLink } from '../../components/NightLink.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatDate, timeAgo } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { hoursAndMinutes } from '../../lib/hours.ts';
import { isSilent } from '../../lib/isSilent.ts';
import {
  PatientSummary_patientFragmentDoc as fragment,
  type PatientSummary_patientFragment,
} from './gql/PatientSummary.ts';

graphql(`
  fragment PatientSummary_patient on Patient {
    id
    lastReport
    lastNightMinutes
    currentSerial
    lastConnectionAt
    compliance {
      state
      nightsWanted
      compliantDays
      nightsNeeded
      metOn
      latestDate
    }
    followUps {
      id
      reason
      state
      until
      sinceDay
    }
  }
`);

/** What a user opens the page for: how far the compliance rule is, the last night, the device, and what waits. */
export function PatientSummary(props: { patient: FragmentType<typeof fragment> }) {
  const { t } = useTranslation(['patient-summary', 'compliance']);
  const { data: patient } = useSuspenseFragment({
    fragment,
    fragmentName: 'PatientSummary_patient',
    from: props.patient,
  });
  const { currentSerial, lastReport, lastNightMinutes, lastConnectionAt } = patient;
  return (
    <Box as="section" aria-label={t('title')} mb="4" borderWidth="1px" borderRadius="l3" bg="bg.panel">
      <VisuallyHidden>
        <Heading as="h2">{t('title')}</Heading>
      </VisuallyHidden>
      <Grid
        as="dl"
        templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
        gap="4"
        p="4"
      >
        <Fact label={t('compliance:title')}>
          <ComplianceState state={patient.compliance.state} />
          <Nights compliance={patient.compliance} />
        </Fact>
        <Fact label={t('lastNight')}>
          {lastReport ? <NightLink date={lastReport} /> : <Text color="fg.muted">{t('noNight')}</Text>}
          {lastNightMinutes === null ? null : <Text>{t('use', { use: hoursAndMinutes(lastNightMinutes) })}</Text>}
        </Fact>
        <Fact label={t('device')}>
          {currentSerial ? (
            <>
              <Text fontFamily="mono">{currentSerial}</Text>
              {lastConnectionAt && isSilent(lastConnectionAt) ? (
                <StatusBadge tone="warning" whiteSpace="normal">
                  {t('silent')}
                </StatusBadge>
              ) : null}
              <Text textStyle="xs" color="fg.muted">
                {lastConnectionAt ? t('connected', { ago: timeAgo(lastConnectionAt) }) : t('neverConnected')}
              </Text>
            </>
          ) : (
            <Text color="fg.muted">{t('noDevice')}</Text>
          )}
        </Fact>
        <Fact label={t('waiting')}>
          <Waiting followUps={patient.followUps} />
        </Fact>
      </Grid>
    </Box>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <Text as="dt" textStyle="xs" color="fg.muted" mb="1">
        {label}
      </Text>
      <Box as="dd" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}

/** The compliant nights of those that the rule wants, and what is left of them until when. */
function Nights({ compliance }: Pick<PatientSummary_patientFragment, 'compliance'>) {
  const { t } = useTranslation('patient-summary');
  const { state, metOn, latestDate, nightsNeeded, nightsWanted: wanted, compliantDays: nights } = compliance;
  if (state === 'NO_THERAPY_START') return null;
  const text =
    state === 'MET'
      ? t('met', { nights, wanted, date: formatDate(metOn) })
      : nightsNeeded !== null && latestDate !== null
        ? t('needed', { nights, wanted, count: nightsNeeded, date: formatDate(latestDate) })
        : t('nights', { nights, wanted });
  return <Text mt="1">{text}</Text>;
}

/** The open follow-ups: why the patient is to be called, and until when, or since when without such a day. */
function Waiting({ followUps }: Pick<PatientSummary_patientFragment, 'followUps'>) {
  const { t } = useTranslation(['patient-summary', 'follow-ups']);
  const open = followUps.filter(({ state }) => state === 'OPEN');
  if (open.length === 0) return <Text color="fg.muted">{t('nothing')}</Text>;
  return open.map(({ id, reason, until, sinceDay }) => (
    <HStack key={id} gap="2" mb="1" flexWrap="wrap">
      <StatusBadge tone="warning">{t(`follow-ups:reasons.${reason}`)}</StatusBadge>
      <Text textStyle="xs" color="fg.muted">
        {until
          ? t('follow-ups:until', { date: formatDate(until) })
          : t('follow-ups:since', { date: formatDate(sinceDay) })}
      </Text>
    </HStack>
  ));
}
