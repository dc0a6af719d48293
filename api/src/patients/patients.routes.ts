import { organizationsById } from '../organizations/organizations.service.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { Patient } from './patient.entity.ts';
import { patientsList } from './patients.list.ts';

const PATH = '/api/patients/datatable';

function columns(ctx: Context): DatatableColumn<Patient>[] {
  const provider = async (patient: Patient) =>
    patient.provider && (await ctx.loader(organizationsById).load(patient.provider.id));
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
      value: async (patient) => {
        const found = await provider(patient);
        return found && { id: found.id, name: found.name };
      },
      cell: async (patient) => (await provider(patient))?.name,
    },
    { key: 'therapy_start', title: 'patients.csv.therapy_start', value: (patient) => patient.therapyStart },
    { key: 'last_report', title: 'patients.csv.last_report', value: (patient) => patient.lastReport },
    { key: 'is_rules_active', title: 'patients.csv.is_rules_active', value: (patient) => patient.isRulesActive },
  ];
}

export const patientsRoutes: Route[] = [
  { method: 'GET', path: PATH, handler: (ctx, request) => datatable(ctx, request, PATH, patientsList, columns(ctx)) },
];
