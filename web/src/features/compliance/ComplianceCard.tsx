import { HStack, Text } from '@chakra-ui/react';
import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { ComplianceState } from '../../components/ComplianceState.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { ComplianceNights } from './ComplianceNights.tsx';
import { ComplianceCard_patientFragmentDoc as fragment } from './gql/ComplianceCard.ts';
import { NightsBar } from './NightsBar.tsx';
import { complianceText } from './complianceText.ts';
import { RecalculateCompliance } from './RecalculateCompliance.tsx';

graphql(`
  fragment ComplianceCard_patient on Patient {
    id
    viewerCanRecalculateCompliance
    compliance {
      ...ComplianceText_compliance @unmask
      # Of the summary of the page: a new result replaces the one before.
      latestDate
      isStored
    }
  }
`);

/** The patient's compliance state and the reason for it, in plain words. */
export function ComplianceCard(props: { patient: FragmentType<typeof fragment> }) {
  const { t } = useTranslation('compliance');
  const { data: patient } = useSuspenseFragment({
    fragment,
    fragmentName: 'ComplianceCard_patient',
    from: props.patient,
  });
  const { compliance, viewerCanRecalculateCompliance } = patient;
  const { state, windowStart, windowEnd, compliantDays, nightsWanted, missingNights } = compliance;
  const [key, values] = complianceText(compliance);

  return (
    <Card title={t('title')} action={<ComplianceState state={state} />}>
      <Text>{t(key, values)}</Text>
      {compliance.isProvisional ? <Text color="fg.muted">{t('provisional')}</Text> : null}
      {windowStart ? (
        <>
          <NightsBar nights={compliantDays} wanted={nightsWanted} />
          <DescriptionList
            gap="2"
            mt="3"
            items={[
              { label: t('nights'), value: t('nightsOf', { nights: compliantDays, wanted: nightsWanted }) },
              {
                label: t('window', { days: compliance.windowDays }),
                value: t('windowDates', { from: formatDate(windowStart), to: formatDate(windowEnd) }),
              },
              ...(missingNights > 0 ? [{ label: t('missing'), value: missingNights }] : []),
            ]}
          />
        </>
      ) : null}
      <Text color="fg.muted" textStyle="xs" mt="3">
        {t('rule', {
          rule: compliance.ruleName,
          hours: compliance.minutesWanted / 60,
          wanted: nightsWanted,
          days: compliance.windowDays,
          period: compliance.period,
        })}
      </Text>
      {compliance.isStored ? null : (
        <Text color="fg.muted" textStyle="xs" mt="3">
          {t('notStored')}
        </Text>
      )}
      <HStack justify="flex-end" mt="3" gap="2" flexWrap="wrap">
        {windowStart ? <ComplianceNights patientId={patient.id} /> : null}
        {viewerCanRecalculateCompliance ? <RecalculateCompliance patientId={patient.id} /> : null}
      </HStack>
    </Card>
  );
}
