import { createHash } from 'node:crypto';
import { readCard } from '../uploads/cards/card-reading.ts';
import type { CardNight, CardReading } from '../uploads/cards/card-reading.types.ts';
import type { UploadReason } from '../uploads/upload.entity.ts';
import { addDays, daysBetween, instant } from './calendar.ts';
import { legacyCard, type LegacyOptions } from './cards/legacy-card.ts';
import type { DemoCohort } from './cohort-machines.ts';
import { ORG, STAFF } from './logins.ts';
import type { TherapyNight } from './nights.ts';
import { oneDecimal, Random } from './random.ts';

type Row = Record<string, unknown>;
type File = Parameters<typeof readCard>[0][number];

/** The device of a patient whose cards were sent. */
export interface CardDevice {
  /** Of its patient, and of its owner. */
  orgId: number;
  machineOrgId: number;
  machineId: number;
  serial: string;
  /** The first and the last night for which data can have arrived. */
  start: string;
  last: string;
}

/** The nights of the cards of a device, by date, each with the file that brought it. */
export type CardNights = Map<string, CardNight & { fileId: number; arrived: string }>;

/** The rows of uploads, numbered in the order in which they were sent. */
type Sent = Pick<DemoCohort, 'uploads' | 'uploadFiles'>;

/** What is sent: the files of a card, when, and of which device; null for one of which nothing is used. */
interface Sending {
  files: readonly File[];
  at: string;
  device: CardDevice | null;
  reason?: UploadReason;
}

/** Adds an upload; the nights that are new join those of its device. */
function send({ uploads, uploadFiles }: Sent, { files, at, device, reason }: Sending, known: CardNights): void {
  const reading = readCard(files, at.slice(0, 10));
  const [id, fileId] = [uploads.length + 1, uploadFiles.length + 1];
  const added = device ? addNights(known, reading, fileId, at) : 0;
  const isPartly = reading.warnings.length > 0 || reading.files.some(({ outcome }) => outcome !== 'parsed');
  const digests = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  const orgId = device?.orgId ?? ORG.northside;
  const sender = STAFF[orgId as keyof typeof STAFF];
  const ended = at.replace(/\d\dZ$/, '29Z');
  uploads.push({
    id,
    org_id: orgId,
    user_org_id: orgId,
    user_id: sender.id,
    sent_by: sender.name,
    is_limited: false,
    digest: `\\x${createHash('sha256').update(digests.toSorted().join('')).digest('hex')}`,
    storage_key: `${orgId}/${new Random(id).uuid()}`,
    state: device ? (isPartly ? 'partly' : 'parsed') : 'refused',
    reason: device ? null : (reason ?? reading.problem?.code),
    machine_org_id: device?.machineOrgId ?? null,
    machine_id: device?.machineId ?? null,
    serial: device?.serial ?? null,
    file_count: files.length,
    byte_count: files.reduce((sum, { bytes }) => sum + bytes.length, 0),
    night_count: device ? reading.nights.length : 0,
    added_count: added,
    parser: device && reading.parser,
    parser_version: device && reading.parserVersion,
    confidence: device && reading.confidence,
    warnings: device ? reading.warnings.filter(({ file }) => file === null) : [],
    attempts: 1,
    created_at: at,
    ended_at: ended,
    // The demo data have no files: they are like those that are kept no longer.
    files_removed_at: ended,
  });
  const last = reading.nights.findLast(({ running }) => running)?.night ?? null;
  for (const [place, { name, bytes }] of files.entries())
    uploadFiles.push({
      id: fileId + place,
      org_id: orgId,
      upload_id: id,
      place,
      name,
      byte_count: bytes.length,
      sha256: `\\x${digests[place]}`,
      format: reading.files[place]!.format,
      state: device ? reading.files[place]!.outcome : 'refused',
      warnings: reading.warnings.filter(({ file }) => file === name),
      last_night: last,
    });
}

/** As the database adds them: a known night stays, unless it was the last of its card and is longer now. */
function addNights(known: CardNights, { nights }: CardReading, fileId: number, arrived: string): number {
  let added = 0;
  for (const night of nights) {
    const earlier = known.get(night.night);
    if (earlier && !(earlier.running && night.minutes > earlier.minutes)) continue;
    known.set(night.night, { ...night, fileId, arrived });
    added += 1;
  }
  return added;
}

/** Closed days of a legacy card begin before: what is damaged is inside one of them. */
const DAMAGED_AT = 0x102340 + 6000;

/** Returns some files of a card, by their places: 0 `.USR`, 1 `.idx`, 2 `.evt`, 3 `.log`. */
const cardOf = (seed: number, options: LegacyOptions, ...places: number[]): File[] => {
  const { files } = legacyCard(seed, { mode: 'CPAP', ...options });
  return places.map((place) => files[place]!);
};
const sentAfter = (night: string) => instant(addDays(night, 1), 15 * 3600 + 20);

/** One card of a device that is used on two nights in three. */
function oneCard(sent: Sent, device: CardDevice, nights: CardNights): void {
  const { serial, start, last } = device;
  const files = cardOf(7, { serial, first: start, days: daysBetween(start, last) + 1, missed: 0.35 }, 0, 1, 2, 3);
  send(sent, { files, at: sentAfter(last), device }, nights);
}

/** Two cards: the second has the end of the first again, and a damaged night. Codes have the days after it. */
function twoCards(sent: Sent, device: CardDevice, nights: CardNights): void {
  const { serial, start, last } = device;
  const end = addDays(last, -CODE_DAYS);
  const half = addDays(start, Math.floor(daysBetween(start, end) / 2));
  const again = addDays(half, -OVERLAP);
  const one = cardOf(19, { serial, first: start, days: daysBetween(start, half) + 1 }, 0, 1);
  send(sent, { files: one, at: sentAfter(half), device }, nights);
  const [usr, idx] = cardOf(20, { serial, first: again, days: daysBetween(again, end) + 1 }, 0, 1) as [File, File];
  const bytes = usr.bytes.slice().fill(0, DAMAGED_AT, DAMAGED_AT + 16);
  send(sent, { files: [{ ...usr, bytes }, idx], at: sentAfter(end), device }, nights);
}
const CODE_DAYS = 12;
const OVERLAP = 30;

/** The stories of the first cohort whose nights come from cards that were sent, by their places. */
const CARD_STORIES: Record<number, typeof oneCard> = { 6: oneCard, 18: twoCards };

/** Sends the cards of a story of the first cohort, and returns their nights; undefined when it has none. */
export function sendCards(sent: Sent, story: number, device: CardDevice): CardNights | undefined {
  if (!(story in CARD_STORIES)) return undefined;
  const nights: CardNights = new Map();
  CARD_STORIES[story]!(sent, device, nights);
  return nights;
}

/** Sends cards of which nothing is used: of a device that is not registered, and of two devices at once. */
export function sendRefused(sent: Sent, today: string): void {
  const options = { first: addDays(today, -9), days: 4 };
  const cards = ['A3999900017', 'A3999900025'].map((serial) => cardOf(3, { ...options, serial }, 0, 1));
  const [[usr, idx], [other]] = cards as [[File, File], [File]];
  const at = (days: number) => sentAfter(addDays(today, -days));
  send(sent, { files: [usr, idx], at: at(4), device: null, reason: 'serial_unknown' }, new Map());
  send(sent, { files: [usr, other], at: at(3), device: null }, new Map());
}

/** Returns the nights of a device with the figures of its cards, up to the last night that a card has. */
export function withCards(nights: readonly TherapyNight[], cards: CardNights): TherapyNight[] {
  const last = [...cards.keys()].sort().at(-1) ?? '';
  return nights.map((night) => {
    if (night.date > last) return night;
    const card = cards.get(night.date);
    if (!card || card.minutes === 0)
      return { ...night, minutes: card ? 0 : null, ahi: null, pressure: null, p95: null, leak: null };
    const [pressure, p95] = [card.pressure ?? night.pressure ?? 9, card.p95 ?? night.p95 ?? 11];
    return {
      ...night,
      minutes: card.minutes,
      ahi: oneDecimal(card.ahi ?? 0),
      pressure: oneDecimal(pressure),
      p95: oneDecimal(Math.max(p95, pressure)),
      leak: night.leak ?? 6,
    };
  });
}

/** Returns the rows of the nights as the cards gave them. A code is overruled by a card that has its night. */
export function onCards(rows: readonly Row[], cards: CardNights): Row[] {
  const ofCards = new Set(rows.flatMap(({ source, night }) => (source === 'sd' ? String(night) : [])));
  return rows.flatMap((row): Row[] => {
    const date = String(row.night);
    const card = cards.get(date);
    const ofCard = card ? [onCard(row, card)] : [];
    if (row.source === 'sd') return ofCard;
    return [...(ofCards.has(date) ? [] : ofCard), { ...row, overruled: card !== undefined }];
  });
}

const onCard = (row: Row, card: CardNight & { fileId: number; arrived: string }): Row => ({
  ...row,
  source: 'sd',
  overruled: false,
  minutes: card.minutes,
  sessions: card.sessions,
  obstructive_apneas: card.obstructiveApneas,
  central_apneas: card.centralApneas,
  unclassified_apneas: card.unclassifiedApneas,
  hypopneas: card.hypopneas,
  reras: card.reras,
  ahi: card.ahi,
  pressure: card.pressure,
  p95: card.p95,
  leak: null,
  sni: null,
  arrived_at: card.arrived,
  upload_file_id: card.fileId,
});
