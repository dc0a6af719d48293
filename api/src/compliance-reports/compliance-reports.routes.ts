import { charge } from '../auth/budget.ts';
import { askedOf } from '../compliance/compliance-query.ts';
import type { Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import { describeResult, verifyReport } from './compliance-reports.service.ts';
import type { ComplianceReport } from './compliance-reports.types.ts';
import { publicKeys, type PublicReportKey } from './report-keys.store.ts';
import { packageOf } from './report-package.ts';

/** `data` is the file that a payer checks (api/verifier/): nothing but what is signed. */
const toRest = ({ stored, patient, isCurrent, changedNights }: ComplianceReport) => ({
  data: packageOf(stored),
  meta: { patient_id: patient.id, digest: stored.digest, is_current: isCurrent, changed_nights: changedNights },
});

const toJwk = ({ id, publicKey, validFrom, validUntil }: PublicReportKey) => ({
  id,
  algorithm: 'Ed25519',
  public_key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
  valid_from: validFrom.toISOString(),
  valid_until: validUntil?.toISOString() ?? null,
});

/**
 * A compliance report that was issued, as JSON: `ReportPackage` is the one description of it; and a result in the same
 * figures, by `ruleId`, `asOf` and `knownAt`. And the public keys with which anyone checks its signature (RFC 8037 has the
 * form of a key).
 */
export const complianceReportsRoutes: Route[] = [
  {
    method: 'GET',
    path: '/.well-known/airlog-report-keys.json',
    guest: true,
    handler: async (ctx) => ({
      body: { keys: (await publicKeys(ctx)).map(toJwk) },
      headers: { 'Cache-Control': 'public, max-age=300' },
    }),
  },
  {
    method: 'GET',
    path: '/api/patients/{id}/compliance',
    handler: async (ctx, request) => {
      const figures = await describeResult(ctx, rowId('Patient', request.params.id!), askedOf(request));
      await charge(ctx, figures.nights.length);
      return { body: { data: figures } };
    },
  },
  {
    method: 'GET',
    path: '/api/verify/{code}',
    handler: async (ctx, { params }) => {
      const report = await verifyReport(ctx, params.code!);
      return {
        body: toRest(report),
        headers: { 'Content-Disposition': `attachment; filename="compliance_report_${report.stored.code}.json"` },
      };
    },
  },
];
