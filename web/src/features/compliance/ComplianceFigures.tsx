import { HStack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ComplianceState } from '../../components/ComplianceState.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { complianceText } from './complianceText.ts';
import type { ComplianceFigures_complianceFragment } from './gql/ComplianceFigures.ts';

graphql(`
  fragment ComplianceFigures_compliance on Compliance {
    ...ComplianceText_compliance @unmask
    ruleVersion
    asOf
    timezone
    therapyStart
    latestDate
    atRiskOn
    cannotBeMetOn
    correctedNights
    rule {
      id
      firstDay
    }
  }
`);

/** A result in words and figures, with its rule and its date. */
export function ComplianceFigures({ compliance }: { compliance: ComplianceFigures_complianceFragment }) {
  const { t } = useTranslation('compliance');
  const { state, windowStart, windowEnd, nightsNeeded, earliestDate, latestDate, rule } = compliance;
  const { atRiskOn, cannotBeMetOn } = compliance;
  const [key, values] = complianceText(compliance);
  const isOpen = state !== 'MET' && earliestDate !== null && latestDate !== null;
  const items = [
    { label: t('therapyStart'), value: formatDate(compliance.therapyStart) },
    {
      label: t('window', { days: compliance.windowDays }),
      value: windowStart && t('windowDates', { from: formatDate(windowStart), to: formatDate(windowEnd) }),
    },
    {
      label: t('nights'),
      value: windowStart && t('nightsOf', { nights: compliance.compliantDays, wanted: compliance.nightsWanted }),
    },
    { label: t('nightsNeeded'), value: isOpen ? nightsNeeded : null },
    {
      label: t('canBeMet'),
      value: isOpen ? t('windowDates', { from: formatDate(earliestDate), to: formatDate(latestDate) }) : null,
    },
    { label: t('everyNight'), value: isOpen && atRiskOn ? formatDate(atRiskOn) : null },
    { label: t('cannotBeMet'), value: !isOpen && cannotBeMetOn ? formatDate(cannotBeMetOn) : null },
    { label: t('missing'), value: windowStart && compliance.missingNights },
    { label: t('corrected'), value: windowStart && compliance.correctedNights },
  ].filter(({ value }) => value !== null && value !== '');
  return (
    <>
      <HStack gap="3" mb="2" flexWrap="wrap">
        <ComplianceState state={state} />
        <Text>{t(key, values)}</Text>
      </HStack>
      {compliance.isProvisional ? <Text mb="2">{t('provisional')}</Text> : null}
      <DescriptionList gap="2" labelWidth="13rem" items={items} />
      <Text color="fg.muted" textStyle="xs" mt="3">
        {t(rule.firstDay === 1 ? 'rule' : 'ruleLater', {
          rule: t('ruleVersion', { rule: compliance.ruleName, version: compliance.ruleVersion }),
          hours: compliance.minutesWanted / 60,
          wanted: compliance.nightsWanted,
          days: compliance.windowDays,
          period: compliance.period,
          first: rule.firstDay,
          last: rule.firstDay + compliance.period - 1,
        })}
      </Text>
    </>
  );
}
