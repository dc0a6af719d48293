/** A device in use reports about once a day; two days of silence need attention. */
const SILENT_HOURS = 48;

/** Whether an instant is more than 48 hours ago. */
export function isSilent(instant: string, now = Date.now()): boolean {
  return now - Date.parse(instant) > SILENT_HOURS * 3_600_000;
}
