import type { TFunction } from 'i18next';
import { formatDate, timeAgo } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import type { FollowUp_followUpFragment } from './gql/followUpText.ts';

graphql(`
  fragment FollowUp_followUp on FollowUp {
    id
    reason
    sinceDay
    until
    nightsNeeded
    nightsLeft
    iCodePeriods
    failureText
    otherReasons
    state
    assignee {
      id
      name
    }
    hiddenUntil
    outcome
    note
    decidedAt
    decidedBy
    version
    patient {
      id
      databaseId
      firstName
      lastName
      phone
      mobilePhone
      lastConnectionAt
      viewerCanWriteNotes
    }
  }
`);

export type FollowUp = FollowUp_followUpFragment;
type Translate = TFunction<'follow-ups'>;

const DAY = 86_400_000;

/** Returns why to follow up, as a sentence: what the patient needs, what to ask for, or what happened. */
export function whyText(t: Translate, followUp: FollowUp): string {
  const { reason, nightsNeeded, nightsLeft, iCodePeriods, failureText, patient } = followUp;
  switch (reason) {
    case 'NIGHTS_NEEDED':
      if (nightsNeeded === null || nightsLeft === null) return t('why.nightsUnknown');
      return nightsNeeded === nightsLeft
        ? t('why.everyNight', { count: nightsLeft })
        : t('why.nights', { needed: formatCount(nightsNeeded), count: nightsLeft });
    case 'ICODE_CALL':
      return t('why.iCode', {
        count: iCodePeriods?.length ?? 0,
        codes: (iCodePeriods ?? []).map((days) => t('why.code', { days })).join(t('why.and')),
      });
    case 'SILENT':
      return patient.lastConnectionAt
        ? t('why.lastConnected', { ago: timeAgo(patient.lastConnectionAt) })
        : t('why.neverConnected');
    case 'SETTINGS_FAILED':
      return failureText ?? t('why.settings');
  }
}

/** Returns how far the last day to act is away, seen from today; null for a follow-up without such a day. */
export function followUpDueOf({ until }: Pick<FollowUp, 'until'>, today: string) {
  if (until === null) return null;
  const days = Math.round((Date.parse(until) - Date.parse(today)) / DAY);
  return { due: days < 0 ? 'overdue' : days === 0 ? 'today' : 'later', days } as const;
}

/** Returns what was decided last; null for an open follow-up about which nothing was. */
export function decisionText(t: Translate, { state, hiddenUntil, outcome }: FollowUp): string | null {
  const date = formatDate(hiddenUntil);
  if (state === 'SNOOZED') return t('decision.snoozed', { date });
  if (outcome === null) return null;
  const known = t(`outcomes.${outcome}`);
  return state === 'DONE' ? t('decision.done', { outcome: known, date }) : t('decision.last', { outcome: known });
}
