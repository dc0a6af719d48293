import type { Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import { recalculateCompliance } from './compliance.service.ts';
import { complianceMetResult } from './compliance.wire.ts';

export const complianceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/dashboard/initial-compliance/patients/{id}/compliance',
    handler: async (ctx, { params }) => {
      const { compliance } = await recalculateCompliance(ctx, rowId('Patient', params.id!));
      return { body: { data: complianceMetResult(compliance) } };
    },
  },
];
