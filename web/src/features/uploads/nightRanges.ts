import type { UploadReviewQuery } from './gql/UploadReview.ts';

export type ReviewedNight = UploadReviewQuery['checkConfirmUpload']['nights'][number];

/** Consecutive nights with which an upload does the same. */
export interface NightRange extends Pick<ReviewedNight, 'outcome' | 'overruledBy' | 'overrules' | 'hasPatient'> {
  from: string;
  to: string;
  /** The dates as the card has them. */
  recorded: { from: string; to: string };
  nights: number;
}

const DAY_MS = 86_400_000;
const isNext = (date: string, before: string) => Date.parse(date) - Date.parse(before) === DAY_MS;

/** Returns the nights, ascending by date, as ranges of consecutive dates with which the upload does the same. */
export function nightRanges(nights: readonly ReviewedNight[]): NightRange[] {
  const ranges: NightRange[] = [];
  for (const { date, recordedDate, outcome, overruledBy, overrules, hasPatient } of nights) {
    const last = ranges.at(-1);
    const isSame =
      last?.outcome === outcome &&
      last.overruledBy === overruledBy &&
      last.hasPatient === hasPatient &&
      String(last.overrules) === String(overrules) &&
      isNext(date, last.to) &&
      isNext(recordedDate, last.recorded.to);
    if (isSame) {
      Object.assign(last, { to: date, nights: last.nights + 1 });
      last.recorded.to = recordedDate;
    } else {
      const recorded = { from: recordedDate, to: recordedDate };
      ranges.push({ from: date, to: date, recorded, nights: 1, outcome, overruledBy, overrules, hasPatient });
    }
  }
  return ranges;
}
