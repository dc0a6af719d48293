import { Alert, Box, Heading, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import type { ComplianceEvidence_evidenceFragment } from './gql/ComplianceEvidence.ts';

graphql(`
  fragment ComplianceEvidence_evidence on ComplianceEvidence {
    firstUse
    firstUseSerial
    nightsBeforeStart
    compliantBeforeStart
    unlistedNights
    therapyStarts {
      therapyStart
      recordedAt
      by
    }
    devices {
      serial
      startDate
      endDate
      isRemoved
    }
    voidedNights {
      serial
      nights
      firstDate
      lastDate
      reason
      by
      at
    }
  }
`);

/** What a result is based on: first use, nights before the start of therapy, each start that was entered, removed devices, voided nights. */
export function ComplianceEvidence({ evidence }: { evidence: ComplianceEvidence_evidenceFragment }) {
  const { t } = useTranslation('compliance');
  const instant = useInstantFormat();
  const { firstUse, nightsBeforeStart, compliantBeforeStart, therapyStarts, unlistedNights, voidedNights } = evidence;
  const removed = evidence.devices.filter(({ isRemoved }) => isRemoved);
  const dates = ({ startDate, endDate }: (typeof removed)[number]) =>
    endDate
      ? t('windowDates', { from: formatDate(startDate), to: formatDate(endDate) })
      : t('report.since', { date: formatDate(startDate) });
  const items = [
    {
      label: t('evidence.firstUse'),
      value: firstUse && t('evidence.firstUseBy', { date: formatDate(firstUse), serial: evidence.firstUseSerial }),
    },
    {
      label: t('evidence.beforeStart'),
      value:
        nightsBeforeStart === 0
          ? '0'
          : t('evidence.nightsBefore', { nights: nightsBeforeStart, compliant: compliantBeforeStart }),
    },
    ...(therapyStarts.length > 0
      ? [
          {
            label: t('evidence.starts'),
            value: therapyStarts.map(({ therapyStart, recordedAt, by }) => (
              <Text key={recordedAt}>
                {t(therapyStart ? 'evidence.startSet' : 'evidence.startRemoved', {
                  date: formatDate(therapyStart),
                  when: instant(recordedAt),
                  by: by ?? t('evidence.system'),
                })}
              </Text>
            )),
          },
        ]
      : []),
  ];
  return (
    <Box as="section" aria-label={t('evidence.title')} mt="4" mb="4">
      <Heading as="h2" size="sm" mb="2">
        {t('evidence.title')}
      </Heading>
      <DescriptionList gap="2" labelWidth="13rem" items={items} />
      {unlistedNights > 0 ? (
        <Alert.Root status="warning" mt="3">
          <Alert.Indicator />
          <Alert.Description>
            {t('evidence.unlisted', {
              nights: unlistedNights,
              devices: removed.map((device) => `${device.serial} (${dates(device)})`).join(', ') || '–',
            })}
          </Alert.Description>
        </Alert.Root>
      ) : null}
      {voidedNights.map(({ serial, nights, firstDate, lastDate, reason, by, at }) => (
        <Text key={`${at} ${serial}`} mt="3" overflowWrap="anywhere">
          {t('evidence.voided', {
            count: nights,
            dates:
              firstDate === lastDate
                ? formatDate(firstDate)
                : t('windowDates', { from: formatDate(firstDate), to: formatDate(lastDate) }),
            serial,
            by,
            when: instant(at),
            reason,
          })}
        </Text>
      ))}
    </Box>
  );
}
