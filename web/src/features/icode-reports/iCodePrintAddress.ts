/** The parameters of /reports/icode (document 000, section 2). */
export interface ICodePrintRequest {
  /** The patient's integer id; null for anonymous codes. */
  patientId: number | null;
  serial: string;
  reportIds: number[];
  /** show_ep=1: includes the equipment provider. */
  showProvider: boolean;
  /** view=1: includes codec, version and raw code. */
  debug: boolean;
  /** print=1: opens the browser's print dialog. */
  printAtOnce: boolean;
}

// Maximum length of the server's ids: a longer number identifies nothing.
const integer = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** Parses the address of the printable report; null when it has no device, no reports, or an invalid id. */
export function readPrintAddress(parameters: URLSearchParams): ICodePrintRequest | null {
  const serial = parameters.get('serial')?.trim() ?? '';
  const given = [...parameters].filter(([name]) => /^reports_ids(\[\d*\])?$/.test(name)).map(([, id]) => integer(id));
  const reportIds = [...new Set(given.filter((id) => id !== null))];
  const patient = parameters.get('patient_id') || null;
  const patientId = integer(patient);
  if (!serial || reportIds.length === 0 || given.includes(null) || (patient !== null && patientId === null))
    return null;
  const on = (name: string) => parameters.get(name) === '1';
  return { patientId, serial, reportIds, showProvider: on('show_ep'), debug: on('view'), printAtOnce: on('print') };
}
