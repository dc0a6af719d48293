import { assignDevice, checkDeviceOfNewPatient } from '../device-history/assign-device.service.ts';
import { canAssignDevice } from '../device-history/device-history.policy.ts';
import type { Context } from '../shared/context.ts';
import { refuse, renameRefusals } from '../shared/errors.ts';

/** The device of a new patient; `today`: of the patient's organization, the first night. */
interface NewEquipment {
  currentSerial?: string | null;
  devicePin?: string | null;
  therapyStart?: string | null;
  /** Of the provider that will equip the patient. */
  dmeId?: number | null;
  today: string;
}

const FIELDS: Record<string, string> = {
  serialNumber: 'currentSerial',
  pinNumber: 'devicePin',
  startDate: 'currentSerial',
};
const FIELDS_OF_DEVICE: Record<string, string[]> = {
  currentSerial: ['serialNumber', 'startDate'],
  devicePin: ['pinNumber'],
};

/** Runs a service of devices and reports its refusals at the fields of the patient, without the data of other patients. */
const atFields = <T>(work: () => Promise<T>): Promise<T> =>
  renameRefusals(
    work,
    (refusal) => ({ ...refusal, field: FIELDS[refusal.field] ?? refusal.field }),
    () => ({}),
  );

const deviceOf = ({ currentSerial, devicePin, today }: NewEquipment) => ({
  serialNumber: currentSerial,
  pinNumber: devicePin,
  startDate: today,
});

function refuseWithoutPermission({ viewer }: Context): void {
  if (!canAssignDevice(viewer))
    refuse([{ field: 'currentSerial', code: 'patient.no_device', message: 'patient.no_device' }]);
}

/** Runs the checks of the device of a new patient without writing: as the dialog that assigns a device. */
export async function checkNewPatientsDevice(ctx: Context, input: NewEquipment, only?: string[]): Promise<void> {
  if (!input.currentSerial || !input.devicePin) return;
  const fields = only?.flatMap((field) => FIELDS_OF_DEVICE[field] ?? []);
  if (fields?.length === 0) return;
  refuseWithoutPermission(ctx);
  const patient = {
    organization: { id: ctx.viewer.workOrgId },
    therapyStart: input.therapyStart ?? null,
    providerId: input.dmeId ?? null,
  };
  await atFields(() => checkDeviceOfNewPatient(ctx, patient, deviceOf(input), fields));
}

/** Assigns the device of a new patient from today on, with all checks of an assignment. */
export async function assignNewPatientsDevice(ctx: Context, id: number, input: NewEquipment): Promise<void> {
  if (!input.currentSerial) return;
  refuseWithoutPermission(ctx);
  await atFields(() => assignDevice(ctx, id, deviceOf(input)));
}
