import type { UploadReviewQuery } from '../../gql/graphql.ts';

export type ReviewedNight = UploadReviewQuery['checkConfirmUpload']['nights'][number];

/** Consecutive nights with which an upload does the same. */
export interface NightRange extends Pick<ReviewedNight, 'outcome' | 'overruledBy' | 'overrules'> {
  from: string;
  to: string;
  nights: number;
}

const DAY_MS = 86_400_000;
const isNext = (date: string, before: string) => Date.parse(date) - Date.parse(before) === DAY_MS;

/** Returns the nights, ascending by date, as ranges of consecutive dates with which the upload does the same. */
export function nightRanges(nights: readonly ReviewedNight[]): NightRange[] {
  const ranges: NightRange[] = [];
  for (const { date, outcome, overruledBy, overrules } of nights) {
    const last = ranges.at(-1);
    const isSame =
      last?.outcome === outcome &&
      last.overruledBy === overruledBy &&
      String(last.overrules) === String(overrules) &&
      isNext(date, last.to);
    if (isSame) Object.assign(last, { to: date, nights: last.nights + 1 });
    else ranges.push({ from: date, to: date, nights: 1, outcome, overruledBy, overrules });
  }
  return ranges;
}
