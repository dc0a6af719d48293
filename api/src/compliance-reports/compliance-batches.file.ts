import type { Context } from '../shared/context.ts';
import type { ComplianceState } from '../compliance/compliance-verdict.ts';
import type { NotIssued } from './compliance-batches.store.ts';

/** One line of the file of a batch. The patient is null when the viewer may not see them now. */
export interface FileLine {
  id: number;
  code: string | null;
  reason: NotIssued | null;
  isVisible: boolean;
  assignedId: string | null;
  lastName: string | null;
  firstName: string | null;
  birthDate: string | null;
  ruleName: string | null;
  state: ComplianceState | null;
  windowStart: string | null;
  windowEnd: string | null;
  compliantDays: number | null;
  nightsWanted: number | null;
  metOn: string | null;
  missingNights: number | null;
  correctedNights: number | null;
}

// The figures are those that were issued. Row-level security leaves the patients, and so the reports, of now.
const LINES = `
  select (l.line ->> 'patient_id')::int as id, p.id is not null as "isVisible",
         p.assigned_id as "assignedId", p.last_name as "lastName", p.first_name as "firstName", p.birth_date::text as "birthDate",
         l.line ->> 'reason' as reason, r.code, f.figures -> 'rule' ->> 'name' as "ruleName", f.figures ->> 'state' as state,
         f.figures ->> 'window_start' as "windowStart", f.figures ->> 'window_end' as "windowEnd",
         (f.figures ->> 'compliant_days')::int as "compliantDays", (f.figures ->> 'nights_wanted')::int as "nightsWanted",
         f.figures ->> 'met_on' as "metOn", (f.figures ->> 'missing_nights')::int as "missingNights",
         (f.figures ->> 'corrected_nights')::int as "correctedNights"
    from compliance_batches b
    cross join jsonb_array_elements(b.lines) with ordinality l (line, place)
    left join patients p on p.id = (l.line ->> 'patient_id')::int and l.line ->> 'reason' is distinct from 'not_found'
    left join compliance_reports r on r.code = l.line ->> 'code'
    cross join lateral (select r.figures::jsonb as figures) f
   where b.id = ? order by l.place`;

/** Returns the lines of a batch of the viewer's own, in the order of its patients. */
export const linesOfFile = ({ em }: Context, batchId: number): Promise<FileLine[]> =>
  em.execute<FileLine[]>(LINES, [batchId]);
