import { askedOf } from '../compliance/compliance-query.ts';
import { datatable } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import { patientsList } from './patients.list.ts';
import { findPatient } from './patients.service.ts';
import { columns, JOINS, patientToRest } from './patients.wire.ts';

const PATH = '/api/patients/datatable';

export const patientsRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, patientsList, columns(ctx), JOINS),
  },
  {
    method: 'GET',
    path: '/api/patients/{id}',
    handler: async (ctx, request) => {
      const patient = await findPatient(ctx, rowId('Patient', request.params.id!));
      return { body: { data: await patientToRest(ctx, patient, askedOf(request)) } };
    },
  },
];
