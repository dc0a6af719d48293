import { complianceOf } from '../compliance/compliance.service.ts';
import { complianceMetResult } from '../compliance/compliance.wire.ts';
import { activeSerialsOf, devicesOfPatients, firstUsageDateOf } from '../device-history/device-history.service.ts';
import { organizationOf, organizationsById } from '../organizations/organizations.service.ts';
import { referenceToRest } from '../organizations/organizations.wire.ts';
import { datatable, rowToRest, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import type { Patient } from './patient.entity.ts';
import { patientsList } from './patients.list.ts';
import { findPatient } from './patients.service.ts';
import { activeDeviceOf, storedComplianceOf } from './patients.states.ts';

const PATH = '/api/patients/datatable';

function columns(ctx: Context): DatatableColumn<Patient>[] {
  const provider = async (patient: Patient) =>
    patient.provider && (await ctx.loader(organizationsById).load(patient.provider.id));
  const settingsState = async (patient: Patient) => (await activeDeviceOf(ctx, patient))?.settingsState ?? null;
  return [
    { key: 'id', title: 'patients.csv.id', value: (patient) => patient.id },
    { key: 'assigned_id', title: 'patients.csv.assigned_id', value: (patient) => patient.assignedId },
    { key: 'first_name', title: 'patients.csv.first_name', value: (patient) => patient.firstName },
    { key: 'last_name', title: 'patients.csv.last_name', value: (patient) => patient.lastName },
    { key: 'email', title: 'patients.csv.email', value: (patient) => patient.email },
    { key: 'birth_date', title: 'patients.csv.birth_date', value: (patient) => patient.birthDate },
    { key: 'sex', value: (patient) => patient.sex },
    { key: 'phone', title: 'patients.csv.phone', value: (patient) => patient.phone },
    { key: 'mobile_phone', value: (patient) => patient.mobilePhone },
    { key: 'city', value: (patient) => patient.city },
    { key: 'state', value: (patient) => patient.state },
    { key: 'current_serial', title: 'patients.csv.current_serial', value: (patient) => patient.currentSerial },
    { key: 'dme_id', value: (patient) => patient.provider?.id },
    {
      key: 'provider',
      title: 'patients.csv.provider',
      value: async (patient) => referenceToRest(await provider(patient)),
      cell: async (patient) => (await provider(patient))?.name,
    },
    { key: 'therapy_start', title: 'patients.csv.therapy_start', value: (patient) => patient.therapyStart },
    { key: 'last_report', title: 'patients.csv.last_report', value: (patient) => patient.lastReport },
    { key: 'is_rules_active', title: 'patients.csv.is_rules_active', value: (patient) => patient.isRulesActive },
    {
      key: 'settings_state',
      title: 'patients.csv.settings_state',
      value: settingsState,
      cell: async (patient) => {
        const state = await settingsState(patient);
        return state && state !== 'none' ? translate(ctx.locale, `settings.status.${state}`) : null;
      },
    },
    {
      key: 'compliance',
      title: 'patients.csv.compliance',
      value: (patient) => storedComplianceOf(ctx, patient),
      cell: (patient) => {
        const state = storedComplianceOf(ctx, patient);
        return state && translate(ctx.locale, `compliance.state.${state}`);
      },
    },
    {
      key: 'last_connection',
      title: 'patients.csv.last_connection',
      value: async (patient) => (await activeDeviceOf(ctx, patient))?.connectedAt,
    },
  ];
}

export const patientsRoutes: Route[] = [
  { method: 'GET', path: PATH, handler: (ctx, request) => datatable(ctx, request, PATH, patientsList, columns(ctx)) },
  {
    method: 'GET',
    path: '/api/patients/{id}',
    handler: async (ctx, { params }) => {
      const patient = await findPatient(ctx, rowId('Patient', params.id!));
      const devices = await ctx.loader(devicesOfPatients).load(patient.id);
      return {
        body: {
          data: {
            ...(await rowToRest(columns(ctx), patient)),
            first_usage_date: firstUsageDateOf(devices),
            active_serials: await activeSerialsOf(devices),
            organization: referenceToRest(await organizationOf(ctx, patient)),
            compliance_met_result: complianceMetResult(await complianceOf(ctx, patient.id)),
          },
        },
      };
    },
  },
];
