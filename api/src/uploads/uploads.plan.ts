import { createHash } from 'node:crypto';
import type { NightSource } from '../usage/usage-night.entity.ts';
import type { Context } from '../shared/context.ts';
import type { CardNight, CardReading } from './cards/card-reading.ts';
import type { Match } from './uploads.match.ts';
import type { OpenUpload } from './uploads.reading.ts';
import { planSettings, type PlannedSettings } from './uploads.settings.ts';

/**
 * What becomes of a night of a card. added: it is new; longer: it replaces the shorter last night of an earlier card;
 * known: an earlier card brought it, and it stays; so does a night that has stayed with another patient.
 */
export type UploadedNightOutcome = 'added' | 'longer' | 'known';

/** A night of a card, and what its upload does with it. */
export interface PlannedNight {
  night: string;
  outcome: UploadedNightOutcome;
  minutes: number;
  /** Whose night it is; null for a date without an assignment. */
  patientId: number | null;
  /** The valid nights of other sources on its date and of its patient: wireless overrules it, and it overrules QR+. */
  others: NightSource[];
}

/** Everything that an upload changes. */
export interface Plan {
  machine: Match['machine'];
  nights: PlannedNight[];
  settings: PlannedSettings | null;
}

// Nights of patients that the sender does not see are left out; of no patient, those of days on which another organization
// had the device (decisions/092).
const NIGHTS = `
  select s.night::text as night, s.minutes, h.patient_id as "patientId",
         case when known.id is null then 'added'
              when s.minutes > known.minutes and last.id is not null and coalesce(known.patient_id = h.patient_id, known.patient_id is null) then 'longer'
              else 'known' end as outcome,
         coalesce((select json_agg(o.source order by o.source) from usage_nights o
                    where o.machine_id = ? and o.usage_date = s.night and o.state = 1 and o.source <> 'sd'
                      and o.patient_id is not distinct from h.patient_id), '[]') as others
    from (select m.handed_over, case when m.handed_over then machine_days(m.id, ?) end as days from machines m where m.id = ? offset 0) own
   cross join jsonb_to_recordset(?::jsonb) as s (night date, minutes int)
    left join device_history h on h.machine_id = ? and h.start_date <= s.night and coalesce(s.night < h.end_date, true)
    left join usage_nights known on known.machine_id = ? and known.night = s.night and known.source = 'sd'
    left join upload_files last on last.id = known.upload_file_id and last.last_night = known.night
   where case when h.id is not null then h.id in (select jsonb_array_elements_text(?::jsonb)::int)
              when own.handed_over then s.night <@ own.days else true end
   order by s.night`;

/**
 * Returns what the nights and settings of a card change, and writes nothing: the check before an upload is confirmed and
 * the writing itself both begin with it. Nights: a night that an earlier card brought stays, unless it was the last of that
 * card, which may have been running, and is longer now.
 */
export async function planCard(
  ctx: Context,
  upload: Pick<OpenUpload, 'createdAt' | 'orgId'>,
  reading: Pick<CardReading, 'nights' | 'settings'>,
  { machine, historyIds }: Match,
): Promise<Plan> {
  const brief = reading.nights.map(({ night, minutes }: CardNight) => ({ night, minutes }));
  const nights =
    brief.length === 0
      ? []
      : await ctx.em.execute<PlannedNight[]>(NIGHTS, [
          machine.id,
          upload.orgId,
          machine.id,
          JSON.stringify(brief),
          machine.id,
          machine.id,
          JSON.stringify(historyIds),
        ]);
  return { machine, nights, settings: await planSettings(ctx, upload, reading, { machine, historyIds }) };
}

/** The nights that a plan writes. */
export const writtenNights = ({ nights }: Plan): PlannedNight[] => nights.filter(({ outcome }) => outcome !== 'known');

/** The source that overrules a night of a card on its date; null for none. Priority: wireless, SD card, QR+. */
export const overruledBy = ({ others }: PlannedNight): NightSource | null =>
  others.includes('wireless') ? 'wireless' : null;

/** The sources whose nights a night of a card overrules on its date. */
export const overrules = (night: PlannedNight): NightSource[] =>
  overruledBy(night) ? [] : night.others.filter((source) => source === 'qr');

/** Digest of everything that a plan changes: another one says that something has changed since it was shown. */
export const digestOfPlan = ({ machine, nights, settings }: Plan): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        machine.id,
        nights.map(({ night, outcome, minutes, patientId, others }) => [night, outcome, minutes, patientId, others]),
        settings && [settings.assignment.id, settings.night, settings.isCurrent, settings.values],
      ]),
    )
    .digest('hex');
