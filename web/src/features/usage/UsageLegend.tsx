import { Box, chakra, HStack, type ConditionalValue } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageDay } from './usageDays.ts';
import { ruleHours, stateText } from './usageText.ts';

/** What the charts' marks mean, drawn as on the canvas. */
export function UsageLegend(props: { days: readonly UsageDay[]; wanted: number; hasWindow: boolean }) {
  const { t } = useTranslation('usage');
  const { days, wanted, hasWindow } = props;
  const hasNote = (isCorrected: boolean) =>
    days.some(({ notes }) => notes.some(({ kind }) => (kind === 'corrected') === isCorrected));
  const dashes = <path d="M0 7H14" stroke="currentColor" strokeWidth="1.5" strokeDasharray="4 3" />;
  return (
    <HStack as="ul" listStyleType="none" gap="4" rowGap="1" flexWrap="wrap" mt="2" textStyle="xs" color="fg.muted">
      <Item color="teal.solid" text={stateText(t, 'enough', wanted)}>
        <rect width="14" height="14" fill="currentColor" />
      </Item>
      <Item color="orange.solid" text={stateText(t, 'short', wanted)}>
        <rect x="0.5" y="0.5" width="13" height="13" fill="none" stroke="currentColor" />
        <path d="M0 7L7 0M0 14L14 0M7 14L14 7" stroke="currentColor" strokeWidth="2" />
      </Item>
      <Item color="orange.solid" text={stateText(t, 'unused', wanted)}>
        <rect x="1" y="4" width="12" height="9" fill="none" stroke="currentColor" strokeWidth="1.5" />
      </Item>
      <Item color="border.emphasized" text={stateText(t, 'noData', wanted)}>
        <rect y="11" width="14" height="3" fill="currentColor" />
      </Item>
      {days.some(({ state }) => state === 'fault') ? (
        <Item color="red.fg" text={stateText(t, 'fault', wanted)}>
          <path d="M3 3L11 11M3 11L11 3" stroke="currentColor" strokeWidth="1.5" />
        </Item>
      ) : null}
      <Item color="fg" text={t('marks.line', { hours: ruleHours(wanted) })}>
        {dashes}
      </Item>
      {hasWindow ? (
        <Item color="teal.solid" text={t('marks.window')}>
          <chakra.rect width="14" height="14" color="teal.muted" fill="currentColor" />
          <path d="M1 0V14M13 0V14" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 2" />
        </Item>
      ) : null}
      <Item color="fg" text={t('marks.change')}>
        <path d="M7 0V14" stroke="currentColor" strokeWidth="1.5" />
      </Item>
      <Item color="teal.solid" text={`${t('figures.pressure')}: ${t('figures.mean')}`}>
        <path d="M0 7H14" stroke="currentColor" strokeWidth="1.5" />
        <circle cx="7" cy="7" r="3" fill="currentColor" />
      </Item>
      <Item color="gray.solid" text={`${t('figures.pressure')}: ${t('figures.p95')}`}>
        {dashes}
        <path d="M7 3.5L10.5 10H3.5Z" fill="currentColor" />
      </Item>
      {hasNote(true) ? (
        <Item color="blue.solid" text={t('marks.corrected')}>
          <path d="M7 2L12 7L7 12L2 7Z" fill="currentColor" />
        </Item>
      ) : null}
      {hasNote(false) ? (
        <Item color="blue.solid" text={t('marks.kept')}>
          <circle cx="7" cy="7" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </Item>
      ) : null}
    </HStack>
  );
}

function Item({ color, text, children }: { color: ConditionalValue<string>; text: string; children: ReactNode }) {
  return (
    <HStack as="li" gap="1.5">
      <Box color={color} display="inline-flex">
        <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
          {children}
        </svg>
      </Box>
      {text}
    </HStack>
  );
}
