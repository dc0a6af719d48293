import type { RestRequest, Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import { declinePatientRules } from './patient-declines.rules.ts';
import { checkDecline, declinePatient } from './patient-declines.service.ts';

const patientIn = ({ params }: RestRequest) => rowId('Patient', params.id!);

/** The path that declines a patient of another organization. */
export const patientDeclinesRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/patients/{id}/decline',
    body: { rules: declinePatientRules },
    check: (ctx, request) => checkDecline(ctx, patientIn(request), request.body),
    handler: async (ctx, request) => {
      await declinePatient(ctx, patientIn(request), request.body);
      return { status: 204 };
    },
    again: async () => ({ status: 204 }),
  },
];
