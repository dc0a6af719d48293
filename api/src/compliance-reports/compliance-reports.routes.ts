import type { Route } from '../rest/route.ts';
import { verifyReport } from './compliance-reports.service.ts';
import type { ComplianceReport } from './compliance-reports.types.ts';

const toRest = ({ stored, code, patient, isCurrent, changedNights }: ComplianceReport) => ({
  code,
  issued_at: stored.issuedAt,
  issued_by: stored.issuedBy,
  issued_for: stored.issuedFor,
  patient_id: patient.id,
  digest: stored.digest,
  figures: stored.figures,
  is_current: isCurrent,
  changed_nights: changedNights,
});

/** A compliance report that was issued, as JSON: `ReportFigures` is the one description of its figures. */
export const complianceReportsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/verify/{code}',
    handler: async (ctx, { params }) => {
      const report = await verifyReport(ctx, params.code!);
      return {
        body: { data: toRest(report) },
        headers: { 'Content-Disposition': `attachment; filename="compliance_report_${report.stored.code}.json"` },
      };
    },
  },
];
