import type { Device } from 'fhir/r4';
import { devicesOfPatients } from '../device-history/device-history.service.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { findHolder, findMachine, findOwningOrganization, listMachines } from '../machines/machines.service.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import type { Context } from '../shared/context.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { listed } from './fhir-listed.ts';
import { byId, byTime, NONE, referenceTo, tokenOf, type Condition, type Value } from './fhir-parameters.ts';
import type { Resource } from './fhir-resource.ts';
import { systemOf } from './fhir-systems.ts';

/** Returns a device as FHIR has it, and states whose device it is. */
async function deviceResource(ctx: Context, machine: Machine): Promise<Device> {
  const { id, serial, machineModel, updatedAt } = machine;
  const [holder, owner] = await Promise.all([findHolder(ctx, machine), findOwningOrganization(ctx, machine)]);
  ctx.shows(patientsOf([holder]));
  return {
    resourceType: 'Device',
    id: String(id),
    meta: { lastUpdated: updatedAt.toISOString() },
    identifier: [{ use: 'official', system: systemOf(ctx, 'serial'), value: serial }],
    serialNumber: serial,
    deviceName: [{ name: machineModel.name, type: 'model-name' }],
    type: { coding: [{ system: systemOf(ctx, 'deviceKind'), code: machineModel.kind }], text: machineModel.kind },
    ...(holder && { patient: { reference: `Patient/${holder.id}` } }),
    ...(owner && { owner: { reference: `Organization/${owner.id}` } }),
  };
}

function bySerial(ctx: Context, { text }: Value): Condition {
  const { system, value } = tokenOf(text);
  const isOurs = system === undefined || system === systemOf(ctx, 'serial');
  return isOurs ? { where: { serial: { equal: value } } } : NONE;
}

/** The device that a patient has now. */
async function byPatient(ctx: Context, value: Value): Promise<Condition> {
  const id = referenceTo('Patient', value);
  if (!canReadPatients(ctx.viewer)) return NONE;
  const assignments = await ctx.loader(devicesOfPatients).load(id);
  const active = assignments.find(({ isActive }) => isActive);
  return active ? { where: { databaseId: { equal: active.machine.id } } } : NONE;
}

export const devices: Resource = {
  type: 'Device',
  parameters: [
    byId,
    { name: 'identifier', type: 'token', text: 'Serial number, in either case.', condition: bySerial },
    {
      name: 'patient',
      type: 'reference',
      text: 'The patient who has the device now; needs a scope of patients.',
      condition: byPatient,
    },
    ...byTime('updatedAt', 'Time of the last change of the device, or of who sees it; its patient is left out.'),
  ],
  read: async (ctx, id) => deviceResource(ctx, await findMachine(ctx, id)),
  search: listed(listMachines, deviceResource, { isCounted: true }),
};
