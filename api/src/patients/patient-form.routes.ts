import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { checkCreatePatient, checkUpdatePatient, createPatient, updatePatient } from './patient-form.service.ts';
import {
  documentedPatient,
  PATIENT_WIRE,
  patientFieldsFromRest,
  patientFromRest,
  refuseForeignPatientFields,
} from './patient-form.wire.ts';
import { newPatientRules } from './patient.rules.ts';
import { findPatient } from './patients.service.ts';
import { patientToRest } from './patients.wire.ts';

const replying =
  (status: number) =>
  async (ctx: Context, id: number): Promise<Reply> => ({
    status,
    body: { data: await patientToRest(ctx, await findPatient(ctx, id)) },
    subject: id,
  });
const created = replying(201);
const changed = replying(200);

const adding = ({ body }: RestRequest) => {
  refuseForeignPatientFields(body, null);
  return patientFromRest(body);
};

/** Returns the patient of the path and the input. */
const changing = async (ctx: Context, { params, body }: RestRequest) => {
  const { id, lastReport, version } = await findPatient(ctx, rowId('Patient', params.id!));
  // An older version is refused as such, and not at what devices have reported since.
  if (body.version == null || body.version === version)
    refuseForeignPatientFields(body, { id, last_report: lastReport });
  return [id, patientFromRest(body)] as const;
};

/** The documented paths that add and change a patient. */
export const patientFormRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/patients',
    body: { rules: newPatientRules('9999-12-31'), names: PATIENT_WIRE, filledIn: ['country'] },
    check: (ctx, request, only) =>
      documentedPatient(ctx, async () => checkCreatePatient(ctx, adding(request), patientFieldsFromRest(only))),
    handler: async (ctx, request) => {
      const { id } = await documentedPatient(ctx, async () => createPatient(ctx, adding(request)));
      return created(ctx, id);
    },
    again: created,
  },
  {
    method: 'PATCH',
    path: '/api/patients/{id}',
    check: (ctx, request, only) =>
      documentedPatient(ctx, async () =>
        checkUpdatePatient(ctx, ...(await changing(ctx, request)), patientFieldsFromRest(only)),
      ),
    handler: async (ctx, request) => {
      const { id } = await documentedPatient(ctx, async () => updatePatient(ctx, ...(await changing(ctx, request))));
      return changed(ctx, id);
    },
    again: changed,
  },
];
