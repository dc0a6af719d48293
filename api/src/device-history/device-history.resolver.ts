import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { settingsCounts } from '../device-settings/device-settings.service.ts';
import { Machine } from '../machines/machine.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { Joined } from '../shared/marks.ts';
import { DateScalar } from '../shared/scalars.ts';
import { DeviceHistory } from './device-history.entity.ts';
import {
  canAddPin,
  canAssignDevice,
  canDeleteDevice,
  canDeleteSettings,
  canEditDevice,
  canVoid,
  serialPath,
} from './device-history.policy.ts';
import {
  activeSerialsOf,
  devicesOfPatients,
  firstUsageDateOf,
  hasActiveDevice,
  historiesOfMachines,
  patientName,
} from './device-history.service.ts';
import { shownPin } from './device-pin.service.ts';

@Resolver(() => DeviceHistory)
export class DeviceHistoryResolver {
  @Joined({ relation: 'machine' })
  @FieldResolver(() => Machine, { description: 'The assigned device.' })
  machine(@Root() history: DeviceHistory): Promise<Machine> {
    return history.machine.loadOrFail();
  }

  @FieldResolver(() => Patient, { description: 'The patient of the assignment.' })
  patient(@Root() history: DeviceHistory): Promise<Patient> {
    return history.patient.loadOrFail();
  }

  @Joined({ path: ['machine', 'serial'] })
  @FieldResolver(() => String, { description: 'Serial number of the device.' })
  async serial(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).serial;
  }

  @Joined({ path: ['machine', 'guid'] })
  @FieldResolver(() => String, { description: 'The {guid} of the device in REST paths.' })
  async guid(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).guid;
  }

  @Joined({ path: ['machine', 'machineModel', 'name'] })
  @FieldResolver(() => String, { description: "Name of the device's model." })
  async model(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).model;
  }

  @Joined({ path: ['machine', 'machineModel', 'image'] })
  @FieldResolver(() => String, { nullable: true, description: 'URL of the picture of the model.' })
  async image(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).image;
  }

  @FieldResolver(() => String, { description: "Patient's name as last name, first name." })
  async patientName(@Root() history: DeviceHistory): Promise<string> {
    return patientName(await history.patient.loadOrFail());
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The PIN. Null without update.device.pin, until it is entered, when it cannot be decrypted, and after the assignment ended if the device belongs neither to the viewer's organization nor to a patient that the viewer may see.",
  })
  async pin(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<string | null> {
    return shownPin(ctx, history, await history.machine.loadOrFail());
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Path of the device page that the viewer may open, /org-device/{serial}/{guid} or /devices/{serial}/{guid}; null when there is none.',
  })
  async serialPath(@Root() history: DeviceHistory, @Ctx() { viewer }: Context): Promise<string | null> {
    return serialPath(viewer, await history.machine.loadOrFail());
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Edit/End.' })
  viewerCanEdit(@Root() _history: DeviceHistory, @Ctx() { viewer }: Context): boolean {
    return canEditDevice(viewer);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Delete.' })
  async viewerCanDelete(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    if (!canDeleteDevice(ctx.viewer)) return false;
    if (canDeleteSettings(ctx.viewer, history, Infinity)) return true; // whatever their number is
    return canDeleteSettings(ctx.viewer, history, await ctx.loader(settingsCounts).load(history.id));
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Void assignment.' })
  async viewerCanVoid(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    if (!canVoid(ctx.viewer, history, 0)) return false;
    if (canVoid(ctx.viewer, history, Infinity)) return true; // whatever their number is
    return canVoid(ctx.viewer, history, await ctx.loader(settingsCounts).load(history.id));
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Add Pin Number.' })
  async viewerCanAddPin(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    const patient = await history.patient.loadOrFail();
    return canAddPin(ctx.viewer, history, await ctx.loader(organizationsById).load(patient.organization.id));
  }
}

@Resolver(() => Patient)
export class PatientDevicesResolver {
  @Joined({ list: () => DeviceHistory, by: 'patient', order: 'start_date desc, id desc' })
  @FieldResolver(() => [DeviceHistory], { description: 'Devices that the patient has or had, newest first.' })
  devices(@Root() patient: Patient, @Ctx() ctx: Context): Promise<DeviceHistory[]> {
    return ctx.loader(devicesOfPatients).load(patient.id);
  }

  @FieldResolver(() => DateScalar, {
    nullable: true,
    description: "First usage date: the earliest start date of the patient's devices; null without devices.",
  })
  async firstUsageDate(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string | null> {
    return firstUsageDateOf(await ctx.loader(devicesOfPatients).load(patient.id));
  }

  @FieldResolver(() => [String], {
    description: "Serial numbers of the patient's active devices, those without an end date; at most one.",
  })
  async activeSerials(@Root() patient: Patient, @Ctx() ctx: Context): Promise<string[]> {
    return activeSerialsOf(await ctx.loader(devicesOfPatients).load(patient.id));
  }

  @FieldResolver(() => Boolean, { description: 'True when the patient has a device now.' })
  hasActiveDevice(@Root() patient: Patient, @Ctx() ctx: Context): Promise<boolean> {
    return hasActiveDevice(ctx, patient.id);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may use Add Device.' })
  viewerCanAssignDevice(@Root() _patient: Patient, @Ctx() { viewer }: Context): boolean {
    return canAssignDevice(viewer);
  }
}

@Resolver(() => Machine)
export class MachineHistoryResolver {
  @FieldResolver(() => [DeviceHistory], {
    description: 'Assignments of the device, newest first; only to patients that the viewer may see.',
  })
  history(@Root() machine: Machine, @Ctx() ctx: Context): Promise<DeviceHistory[]> {
    return ctx.loader(historiesOfMachines).load(machine.id);
  }
}
