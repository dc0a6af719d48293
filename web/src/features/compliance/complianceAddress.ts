import { isoDate } from '../../lib/isoDate.ts';

/** What a result is asked for, as in an address; null: the default rule, today. */
export interface ComplianceChoice {
  ruleId: string | null;
  asOf: string | null;
}

/**
 * Parses the address of the printable result: patient_id, and optionally rule and as_of (YYYY-MM-DD). Null without a
 * patient or with an invalid date, so that no other result is printed than the one that was asked for.
 */
export function readComplianceAddress(parameters: URLSearchParams): ({ patientId: string } & ComplianceChoice) | null {
  const patientId = parameters.get('patient_id') ?? '';
  const given = parameters.get('as_of');
  const asOf = isoDate(given);
  if (!/^[1-9]\d{0,8}$/.test(patientId) || (given !== null && asOf === null)) return null;
  return { patientId, ruleId: parameters.get('rule'), asOf };
}
