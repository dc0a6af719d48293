import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { historiesOfMachines, patientName } from '../device-history/device-history.service.ts';
import { referenceToRest } from '../organizations/organizations.wire.ts';
import { patientsOf } from '../shared/patient-data.ts';
import type { Machine } from './machine.entity.ts';
import { machineList } from './machines.list.ts';
import { canReadPin } from './machines.policy.ts';
import { findHolder, findOwner, findProvider, readPin } from './machines.service.ts';

const PATH = '/api/machines/datatable';

function columns(ctx: Context): DatatableColumn<Machine>[] {
  const dme = async (machine: Machine) => referenceToRest(await findProvider(ctx, machine));
  /** The newest assignment that the viewer may see. */
  const assignment = async (machine: Machine) => {
    const [newest] = await ctx.loader(historiesOfMachines).load(machine.id);
    ctx.shows(patientsOf([newest]));
    return newest;
  };
  return [
    { key: 'id', title: 'machines.csv.id', value: (machine) => machine.id },
    { key: 'machine_id', value: (machine) => machine.id },
    { key: 'guid', value: (machine) => machine.guid },
    { key: 'serial', title: 'machines.csv.serial', value: (machine) => machine.serial },
    { key: 'model', title: 'machines.csv.model', value: (machine) => machine.model },
    // A file leaves the portal, so without the permission it omits the column.
    {
      key: 'pin',
      title: canReadPin(ctx.viewer) ? 'machines.csv.pin' : undefined,
      value: (machine) => readPin(ctx, machine),
    },
    { key: 'has_pin', value: (machine) => machine.pinCipher !== null },
    {
      key: 'patient',
      title: 'machines.csv.patient',
      value: async (machine) => {
        const patient = await findHolder(ctx, machine);
        ctx.shows(patientsOf([patient]));
        return patient && { id: patient.id, email: patient.email };
      },
      cell: async (machine) => (await findHolder(ctx, machine))?.email,
    },
    // The documented column is the e-mail; the name is a column of its own.
    {
      key: 'patient_name',
      title: 'machines.csv.patient_name',
      value: async (machine) => {
        const patient = await findHolder(ctx, machine);
        return patient && patientName(patient);
      },
    },
    { key: 'dme', title: 'machines.csv.provider', value: dme, cell: async (machine) => (await dme(machine))?.name },
    { key: 'organization', value: async (machine) => referenceToRest(await findOwner(ctx, machine)) },
    { key: 'created', value: (machine) => machine.createdAt },
    { key: 'start_date', value: async (machine) => (await assignment(machine))?.startDate },
    { key: 'end_date', value: async (machine) => (await assignment(machine))?.endDate },
  ];
}

export const machinesRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, machineList(ctx.viewer), columns(ctx)),
  },
];
