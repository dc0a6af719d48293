import { lastConnectionsOfHistories, modulesOfMachines } from '../communication/communication.service.ts';
import type { ConnectionRecord, Module } from '../communication/communication.entity.ts';
import { editAllowedOf, settingsCounts } from '../device-settings/device-settings.service.ts';
import { findOwningOrganization, findProvider } from '../machines/machines.service.ts';
import { referenceToRest } from '../organizations/organizations.wire.ts';
import { showingConflict } from '../rest/conflict.ts';
import type { Reply, RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { renameRefusals, type InvalidInput, type Refusal } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { patientName } from './device-history.service.ts';
import { OverlapRefused, type Overlap } from './device-overlaps.service.ts';
import { PIN_CODES, shownPin } from './device-pin.service.ts';

/** Names of the form's fields in REST bodies. */
export const DEVICE_FIELDS: Record<string, string> = {
  serialNumber: 'serial_number',
  pinNumber: 'pin_number',
  startDate: 'start_date',
  endDate: 'end_date',
  version: 'version',
};
const FIELDS_FROM_REST = Object.fromEntries(Object.entries(DEVICE_FIELDS).map(([ours, wire]) => [wire, ours]));

/** Maps the documented body to service input; unknown fields are left out. */
export function deviceFromRest(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(DEVICE_FIELDS).map(([ours, wire]) => [ours, body[wire]]));
}

/** Names of a validate-only request; the client sends `*` for every field of the form. */
export function deviceFieldsFromRest(only: string[] | undefined): string[] | undefined {
  return only?.includes('*') ? undefined : only?.map((name) => FIELDS_FROM_REST[name] ?? name);
}

/** Runs a service and reports its refusals under the documented names. */
export const documentedDevice = <T>(work: () => Promise<T>, { validateOnly = false } = {}): Promise<T> =>
  renameRefusals(work, (refusal) => named(refusal, validateOnly), factsOf);

/**
 * The last attempt and the one beyond it have their own keys, which the page looks for when it saves. A validate-only
 * request is answered by field, so its errors are also reported at the PIN; otherwise an exhausted PIN would look like
 * a right one.
 */
function named(refusal: Refusal, validateOnly: boolean): Refusal[] {
  const atField = { ...refusal, field: DEVICE_FIELDS[refusal.field] ?? refusal.field };
  if (!Object.values<string>(PIN_CODES).includes(refusal.code)) return [atField];
  return [{ ...refusal, field: refusal.code }, ...(validateOnly ? [atField] : [])];
}

type Check = (ctx: Context, request: RestRequest, only?: string[]) => Promise<unknown>;

/** Returns the {id} of a path below /api/patients. */
export const patientIdOf = ({ params }: RestRequest) => rowId('Patient', params.id!);

/** The reply that shows one assignment, and the way to answer a repeat of its request. */
export const showing = (status: number) => {
  const reply = async (ctx: Context, history: DeviceHistory): Promise<Reply> => ({
    status,
    body: { data: await assignmentToRest(ctx, history) },
    subject: history.id,
  });
  return {
    reply,
    again: async (ctx: Context, id: number) => reply(ctx, await findVisible(ctx, DeviceHistory, { id })),
  };
};

/** Runs a service; the refusal of a change of an older version shows the assignment of now. */
export const current = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  showingConflict(work, (history: DeviceHistory) => assignmentToRest(ctx, history));

/** A documented path that only checks: 204 when no check refuses. A validate-only request runs the same. */
export const checking = (method: 'POST' | 'PATCH', path: string, check: Check): Route => ({
  method,
  path,
  readOnly: true,
  check: (ctx, request, only) =>
    documentedDevice(() => current(ctx, () => check(ctx, request, deviceFieldsFromRest(only))), { validateOnly: true }),
  handler: async (ctx, request) => {
    await documentedDevice(() => current(ctx, () => check(ctx, request)));
    return { status: 204 };
  },
});

const overlapToRest = ({ patientDatabaseId: id, lastName, firstName, startDate, endDate }: Overlap) => ({
  id,
  last_name: lastName,
  first_name: firstName,
  start_date: startDate,
  end_date: endDate,
});

const factsOf = (refused: InvalidInput): object =>
  refused instanceof OverlapRefused
    ? {
        conflict: refused.facts.overlap ? overlapToRest(refused.facts.overlap) : null,
        machine_history: refused.facts.machineHistory.map(overlapToRest),
      }
    : 'conflict' in refused.facts
      ? { conflict: refused.facts.conflict }
      : {};

const moduleToRest = ({ serial, version, type, iccid }: Module) => ({ serial, version, type, iccid });

const connectionToRest = (record: ConnectionRecord) => ({
  start_time: record.startTime,
  end_time: record.endTime,
  exit_flag: record.exitFlag,
  terminal_type: record.terminalType,
});

/**
 * Returns the documented "Device history entry" with the fields of its machine, and the ids that other paths need: `id`
 * is {deviceId}, `machine_id` is {machineId}.
 */
export async function assignmentToRest(ctx: Context, history: DeviceHistory) {
  const machine = await history.machine.loadOrFail();
  const [patient, pin, module, size, allowed, connection, dme, organization] = await Promise.all([
    history.patient.loadOrFail(),
    shownPin(ctx, history, machine),
    ctx.loader(modulesOfMachines).load(history.machine.id),
    ctx.loader(settingsCounts).load(history.id),
    ctx.loader(editAllowedOf).load(history),
    ctx.loader(lastConnectionsOfHistories).load(history.id),
    findProvider(ctx, machine),
    findOwningOrganization(ctx, machine),
  ]);
  return {
    id: history.id,
    history_id: history.id,
    patient_id: patient.id,
    machine_id: machine.id,
    serial: machine.serial,
    guid: machine.guid,
    model: machine.model,
    patient_name: patientName(patient),
    image: machine.image,
    pin,
    start_date: history.startDate,
    end_date: history.endDate,
    created: machine.createdAt,
    dme: referenceToRest(dme),
    organization: referenceToRest(organization),
    is_assigned_to_patient: history.isAssignedToPatient,
    version: history.version,
    history_size: size,
    edit_allowed: allowed,
    module: module && moduleToRest(module),
    last_connection_history: connection && connectionToRest(connection),
  };
}
