import { copied, copiedText, type CopiedCell } from '../rest/csv.lines.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { historiesOfMachines, patientName } from '../device-history/device-history.service.ts';
import { referenceToRest } from '../organizations/organizations.wire.ts';
import { patientsOf } from '../shared/patient-data.ts';
import type { Machine } from './machine.entity.ts';
import { machineList } from './machines.list.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { canReadPin } from './machines.policy.ts';
import { clearPin, findHolder, findOwningOrganization, findProvider, readPin } from './machines.service.ts';

const PATH = '/api/machines/datatable';
const JOINS = `left join machine_models mm on mm.id = r.model_id left join organizations o on o.id = r.org_id
  left join organization_types t on t.id = o.type_id
  left join device_history h on h.machine_id = r.id and h.end_date is null left join patients p on p.id = h.patient_id`;

/** The PIN in a file, under the rule of `readPin`. */
function pinCell(ctx: Context): CopiedCell {
  const { viewer } = ctx;
  const isShown = viewer.can('viewAny.device') ? 'true' : `(r.org_id = ${viewer.orgId} or p.id is not null)`;
  return {
    sql: `case when ${isShown} then r.id || ':' || r.pin_cipher end`,
    shown: (text) => {
      const [id, pinCipher] = text.split(':', 2) as [string, string];
      return clearPin(ctx, { id: Number(id), pinCipher });
    },
  };
}

function columns(ctx: Context): DatatableColumn<Machine>[] {
  const dme = async (machine: Machine) => referenceToRest(await findProvider(ctx, machine));
  /** The newest assignment that the viewer may see. */
  const assignment = async (machine: Machine) => {
    const [newest] = await ctx.loader(historiesOfMachines).load(machine.id);
    ctx.shows(patientsOf([newest]));
    return newest;
  };
  return [
    { key: 'id', title: 'machines.csv.id', value: (machine) => machine.id, copied: copied('r.id') },
    { key: 'machine_id', value: (machine) => machine.id },
    { key: 'guid', value: (machine) => machine.guid },
    { key: 'serial', title: 'machines.csv.serial', value: (machine) => machine.serial, copied: copiedText('r.serial') },
    { key: 'model', title: 'machines.csv.model', value: (machine) => machine.model, copied: copiedText('mm.name') },
    // A file leaves the portal, so without the permission it omits the column.
    {
      key: 'pin',
      title: canReadPin(ctx.viewer) ? 'machines.csv.pin' : undefined,
      value: (machine) => readPin(ctx, machine),
      copied: pinCell(ctx),
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
      copied: canReadPatients(ctx.viewer) ? copiedText('p.email') : copied('null'),
    },
    // The documented column is the e-mail; the name is a column of its own.
    {
      key: 'patient_name',
      title: 'machines.csv.patient_name',
      value: async (machine) => {
        const patient = await findHolder(ctx, machine);
        return patient && patientName(patient);
      },
      copied: canReadPatients(ctx.viewer)
        ? copiedText("concat_ws(', ', nullif(p.last_name, ''), nullif(p.first_name, ''))")
        : copied('null'),
    },
    {
      key: 'dme',
      title: 'machines.csv.provider',
      value: dme,
      cell: async (machine) => (await dme(machine))?.name,
      copied: copiedText("case when t.kind = 'ep' then o.name end"),
    },
    { key: 'organization', value: async (machine) => referenceToRest(await findOwningOrganization(ctx, machine)) },
    { key: 'created', value: (machine) => machine.createdAt },
    { key: 'start_date', value: async (machine) => (await assignment(machine))?.startDate },
    { key: 'end_date', value: async (machine) => (await assignment(machine))?.endDate },
  ];
}

export const machinesRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    handler: (ctx, request) => datatable(ctx, request, PATH, machineList(ctx.viewer), columns(ctx), JOINS),
  },
];
