import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import type { Machine } from './machine.entity.ts';
import { machinesList } from './machines.list.ts';
import { canReadPin } from './machines.policy.ts';
import { findHolder, findProvider, readPin } from './machines.service.ts';

const PATH = '/api/machines/datatable';

function columns(ctx: Context): DatatableColumn<Machine>[] {
  const dme = async (machine: Machine) => {
    const provider = await findProvider(ctx, machine);
    return provider && { id: provider.id, name: provider.name };
  };
  return [
    { key: 'id', title: 'machines.csv.id', value: (machine) => machine.id },
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
        return patient && { id: patient.id, email: patient.email };
      },
      cell: async (machine) => (await findHolder(ctx, machine))?.email,
    },
    { key: 'dme', title: 'machines.csv.provider', value: dme, cell: async (machine) => (await dme(machine))?.name },
    { key: 'created', value: (machine) => machine.createdAt },
  ];
}

export const machinesRoutes: Route[] = [
  { method: 'GET', path: PATH, handler: (ctx, request) => datatable(ctx, request, PATH, machinesList, columns(ctx)) },
];
