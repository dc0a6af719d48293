import { codedCell, plainCell, textCell, type ColumnSql } from '../rest/column-sql.ts';
import { datatable, type DatatableColumn } from '../rest/datatable.ts';
import type { Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { historiesOfMachines, patientName } from '../device-history/device-history.service.ts';
import { nameOfReference, referenceToRest } from '../organizations/organizations.wire.ts';
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
function pinCell(ctx: Context): ColumnSql {
  const { viewer } = ctx;
  const isShown = viewer.can('viewAny.device') ? 'true' : `(r.org_id = ${viewer.orgId} or p.id is not null)`;
  return codedCell(`case when ${isShown} then r.id || ':' || r.pin_cipher end`, (cell) => {
    const [id, pinCipher] = cell.split(':', 2) as [string, string];
    return clearPin(ctx, { id: Number(id), pinCipher });
  });
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
    { key: 'id', title: 'machines.csv.id', value: (machine) => machine.id, sql: plainCell('r.id') },
    { key: 'machine_id', value: (machine) => machine.id },
    { key: 'guid', value: (machine) => machine.guid },
    { key: 'serial', title: 'machines.csv.serial', value: (machine) => machine.serial, sql: textCell('r.serial') },
    { key: 'model', title: 'machines.csv.model', value: (machine) => machine.model, sql: textCell('mm.name') },
    // A file leaves the portal, so without the permission it omits the column.
    {
      key: 'pin',
      title: canReadPin(ctx.viewer) ? 'machines.csv.pin' : undefined,
      value: (machine) => readPin(ctx, machine),
      sql: pinCell(ctx),
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
      sql: canReadPatients(ctx.viewer) ? textCell('p.email') : plainCell('null'),
    },
    // The documented column is the e-mail; the name is a column of its own.
    {
      key: 'patient_name',
      title: 'machines.csv.patient_name',
      value: async (machine) => {
        const patient = await findHolder(ctx, machine);
        return patient && patientName(patient);
      },
      sql: canReadPatients(ctx.viewer)
        ? textCell("concat_ws(', ', nullif(p.last_name, ''), nullif(p.first_name, ''))")
        : plainCell('null'),
    },
    {
      key: 'dme',
      title: 'machines.csv.provider',
      value: dme,
      shown: nameOfReference,
      sql: textCell("case when t.kind = 'ep' then o.name end"),
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
