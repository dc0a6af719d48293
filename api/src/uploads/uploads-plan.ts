import { createHash } from 'node:crypto';
import { VOIDED } from '../usage/night-states.ts';
import { compareSources, type NightSource } from '../usage/night-source.rules.ts';
import type { Context } from '../shared/context.ts';
import type { CardReading } from './cards/card-reading.types.ts';
import { completionOf, EVENTS_ARE_SURE_SINCE, type Figures } from './uploads-completion.ts';
import type { Match } from './uploads-match.ts';
import type { OpenUpload } from './open-upload.ts';
import { planSettings, type PlannedSettings } from './uploads-settings.ts';

/**
 * What becomes of a night of a card. added: it is new; longer: it replaces the shorter last night of an earlier card;
 * completed: an earlier card brought it without figures that this one has, or with events that an earlier parser read too
 * low; known: an earlier card brought it, and it stays; so does a night that has stayed with another patient, one whose
 * date was corrected, and one that is not valid. voided: an earlier card brought it, and it stays voided until staff gives
 * it back.
 */
export type UploadedNightOutcome = 'added' | 'longer' | 'completed' | 'known' | 'voided';

/** A night of a card, and what its upload does with it. */
export interface PlannedNight {
  /** As recorded. */
  night: string;
  /** The date by which it counts: that of the stored night, otherwise the recorded one after the move. */
  date: string;
  outcome: UploadedNightOutcome;
  minutes: number;
  /** Whose night it is; null for a date without an assignment. */
  patientId: number | null;
  /** False when it is of no patient: no assignment covers its date, nor did a deleted one. */
  isAssigned: boolean;
  /** The valid nights of other sources on its date and of its patient: wireless overrules it, and it overrules QR+. */
  others: NightSource[];
  /** The figures that are added to a night that is completed, or take the place of doubtful ones; empty for any other. */
  figures: Partial<Figures>;
  /** Whether they take the place of stored figures: the night then has its figures from this card. */
  isReplacement: boolean;
}

/** Everything that an upload changes. */
export interface UploadPlan {
  machine: Match['machine'];
  nights: PlannedNight[];
  settings: PlannedSettings | null;
  /** Days by which its new nights are moved. */
  shiftDays: number;
}

// Nights of patients that the sender does not see are left out; of no patient, those of days on which another organization
// had the device (decisions/092). A night that is stored has its date; a new one the recorded date after the move.
// `stored`: what is stored of a night that this card may complete. `isDoubtful`: an earlier parser read its events out of
// order; also when that card only completed it, because a night does not say which one did.
const NIGHTS = `
  with doubtful as materialized (
    select coalesce(u.first_night, '-infinity') as first_night, coalesce(u.last_night, 'infinity') as last_night from uploads u
     where u.machine_org_id = ? and u.machine_id = ? and u.parser_version < ${EVENTS_ARE_SURE_SINCE} and u.state in ('parsed', 'partly')
       and exists (select from upload_files w where w.upload_id = u.id and w.warnings @> '[{"code":"events.order"}]'))
  select s.night::text as night, d.date::text as date, s.minutes, h.patient_id as "patientId",
         coalesce(known.patient_id, h.patient_id) is not null as "isAssigned",
         case when known.id is null then 'added'
              when known.state = ${VOIDED} then 'voided'
              when s.minutes > known.minutes and last.id is not null and k.is_open then 'longer'
              else 'known' end as outcome,
         case when s.minutes = known.minutes and k.is_open then json_build_object('sessions', known.sessions,
              'obstructiveApneas', known.obstructive_apneas, 'centralApneas', known.central_apneas, 'unclassifiedApneas', known.unclassified_apneas,
              'hypopneas', known.hypopneas, 'reras', known.reras, 'ahi', known.ahi, 'pressure', known.pressure, 'p95', known.p95) end as stored,
         k.is_open and brought.parser_version < ${EVENTS_ARE_SURE_SINCE} and exists (select from doubtful b where known.night between b.first_night and b.last_night) as "isDoubtful",
         coalesce((select json_agg(o.source order by o.source) from usage_nights o
                    where o.machine_id = ? and o.usage_date = d.date and o.state = 1 and o.source <> 'sd'
                      and o.patient_id is not distinct from h.patient_id), '[]') as others
    from (select m.handed_over, case when m.handed_over then machine_days(m.id, ?) end as days from machines m where m.id = ? offset 0) own
   cross join jsonb_to_recordset(?::jsonb) as s (night date, minutes int)
    left join usage_nights known on known.machine_id = ? and known.night = s.night and known.source = 'sd'
   cross join lateral (select coalesce(known.usage_date, s.night + ?::int) as date) d
    left join device_history h on h.machine_id = ? and h.start_date <= d.date and coalesce(d.date < h.end_date, true)
   cross join lateral (select known.state = 1 and known.usage_date = known.night
                              and coalesce(known.patient_id = h.patient_id, known.patient_id is null) as is_open) k
    left join upload_files by_file on by_file.id = known.upload_file_id
    left join uploads brought on brought.id = by_file.upload_id
    left join upload_files last on last.id = known.upload_file_id and last.last_night = known.night
   where case when h.id is not null then h.id in (select jsonb_array_elements_text(?::jsonb)::int)
              when own.handed_over then d.date <@ own.days else true end
   order by s.night`;

type Found = Omit<PlannedNight, 'figures' | 'isReplacement'> & { stored: Figures | null; isDoubtful: boolean | null };

/**
 * Returns what the nights and settings of a card change, and writes nothing: the check before an upload is confirmed and
 * the writing itself both begin with it. A night that an earlier card brought stays, with two exceptions: it was the last
 * of that card, which may have been running, and is longer now; or it has the same minutes and lacks figures that this
 * card has, or has doubtful ones. `shiftDays`: new nights and the settings count this many days after their recorded dates.
 */
export async function planCard(
  ctx: Context,
  upload: Pick<OpenUpload, 'createdAt' | 'orgId' | 'timezone'>,
  reading: Pick<CardReading, 'nights' | 'settings' | 'misdated'>,
  match: Match,
  shiftDays: number,
): Promise<UploadPlan> {
  const { machine, historyIds } = match;
  const card = cardOf(reading);
  const onCard = new Map(card.nights.map((night) => [night.night, night]));
  const found =
    onCard.size === 0
      ? []
      : await ctx.em.execute<Found[]>(NIGHTS, [
          machine.orgId,
          machine.id,
          machine.id,
          upload.orgId,
          machine.id,
          JSON.stringify(card.nights.map(({ night, minutes }) => ({ night, minutes }))),
          machine.id,
          shiftDays,
          machine.id,
          JSON.stringify(historyIds),
        ]);
  const nights = found.map(({ stored, isDoubtful, ...night }): PlannedNight => {
    const none = { figures: {}, isReplacement: false };
    const completion = stored ? completionOf(stored, onCard.get(night.night)!, isDoubtful === true) : none;
    const isCompleted = Object.keys(completion.figures).length > 0;
    return { ...night, ...completion, outcome: isCompleted ? 'completed' : night.outcome };
  });
  return { machine, nights, settings: await planSettings(ctx, upload, card, match, shiftDays), shiftDays };
}

/** Returns the nights and settings of a card, also when their dates are wrong. */
export const cardOf = ({ nights, settings, misdated }: Pick<CardReading, 'nights' | 'settings' | 'misdated'>) =>
  // A card that waits since before cards with wrong dates were read has none.
  misdated ?? { nights, settings };

/** The nights that a plan adds, or replaces by longer ones. */
export const writtenNights = ({ nights }: UploadPlan): PlannedNight[] =>
  nights.filter(({ outcome }) => outcome === 'added' || outcome === 'longer');

/** The nights whose missing figures a plan fills, and whose doubtful ones it replaces. */
export const completedNights = ({ nights }: UploadPlan): PlannedNight[] =>
  nights.filter(({ outcome }) => outcome === 'completed');

/** The nights that stay voided, by their recorded dates. */
export const voidedNights = ({ nights }: UploadPlan): string[] =>
  nights.flatMap(({ outcome, night }) => (outcome === 'voided' ? [night] : []));

/** The source that overrules a night of a card on its date; null for none. */
export const overruledBy = ({ others, outcome }: PlannedNight): NightSource | null =>
  outcome === 'voided' ? null : (others.find((source) => compareSources(source, 'sd') < 0) ?? null);

/** The sources whose nights a night of a card overrules on its date. */
export const overrules = (night: PlannedNight): NightSource[] =>
  overruledBy(night) || night.outcome === 'voided'
    ? []
    : night.others.filter((source) => compareSources(source, 'sd') > 0);

/** Digest of everything that a plan changes: another one says that something has changed since it was shown. */
export const digestOfPlan = ({ machine, nights, settings, shiftDays }: UploadPlan): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        machine.id,
        shiftDays,
        nights.map(({ night, date, outcome, minutes, patientId, others, figures }) => [
          night,
          date,
          outcome,
          minutes,
          patientId,
          others,
          figures,
        ]),
        settings && [settings.assignment.id, settings.night, settings.isCurrent, settings.values],
      ]),
    )
    .digest('hex');
