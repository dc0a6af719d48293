import { refusalOf } from '../shared/list-refusals.ts';
import { isCalendarDate } from '../shared/text.rules.ts';
import type { ComplianceAsked } from './compliance.service.ts';

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

const text = (value: unknown): string | null => {
  if (value === undefined || value === '') return null;
  return typeof value === 'string' ? value : '?';
};

/**
 * Returns what a REST request asks a result for: `ruleId`, `asOf` (YYYY-MM-DD) and `knownAt` (ISO 8601 with its offset),
 * as the arguments of GraphQL. Refuses what is no date or time at its field.
 */
export function askedOf({ query }: { query: Record<string, unknown> }): ComplianceAsked {
  const [ruleId, asOf, knownAt] = [text(query.ruleId), text(query.asOf), text(query.knownAt)];
  if (asOf !== null && !isCalendarDate(asOf)) throw refusalOf('asOf', 'date.invalid');
  const day = knownAt === null ? undefined : INSTANT.exec(knownAt)?.[1];
  if (knownAt !== null && !(day && isCalendarDate(day))) throw refusalOf('knownAt', 'date.invalid');
  return { ruleId, asOf, knownAt: knownAt === null ? null : new Date(knownAt) };
}
