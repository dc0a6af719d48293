import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Machine } from '../machines/machine.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { canAddPin, canAssignDevice, canDeleteDevice, canEditDevice, serialPath } from './device-history.policy.ts';
import { devicesOfPatients, hasActiveDevice, historiesOfMachines, patientName } from './device-history.service.ts';
import { shownPin } from './device-pin.service.ts';

@Resolver(() => DeviceHistory)
export class DeviceHistoryResolver {
  @FieldResolver(() => Machine, { description: 'The device.' })
  machine(@Root() history: DeviceHistory): Promise<Machine> {
    return history.machine.loadOrFail();
  }

  @FieldResolver(() => Patient, { description: 'The patient.' })
  patient(@Root() history: DeviceHistory): Promise<Patient> {
    return history.patient.loadOrFail();
  }

  @FieldResolver(() => String, { description: 'Serial number of the device.' })
  async serial(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).serial;
  }

  @FieldResolver(() => String, { description: 'The {guid} of REST paths.' })
  async guid(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).guid;
  }

  @FieldResolver(() => String, { description: 'Model of the device.' })
  async model(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).model;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Address of the picture of the model.' })
  async image(@Root() history: DeviceHistory): Promise<string> {
    return (await history.machine.loadOrFail()).image;
  }

  @FieldResolver(() => String, { description: 'Last name, first name.' })
  async patientName(@Root() history: DeviceHistory): Promise<string> {
    return patientName(await history.patient.loadOrFail());
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The PIN; null without update.device.pin, while none was entered, and after the assignment ended where the device is neither the viewer's organisation's nor with a patient whom they see.",
  })
  async pin(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<string | null> {
    return shownPin(ctx, history, await history.machine.loadOrFail());
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Page of the device that the viewer may open: /org-device/{serial}/{guid}, /devices/{serial}/{guid}, or null.',
  })
  async serialPath(@Root() history: DeviceHistory, @Ctx() { viewer }: Context): Promise<string | null> {
    return serialPath(viewer, await history.machine.loadOrFail());
  }

  @FieldResolver(() => Boolean, { description: 'Edit/End is offered.' })
  viewerCanEdit(@Root() _history: DeviceHistory, @Ctx() { viewer }: Context): boolean {
    return canEditDevice(viewer);
  }

  @FieldResolver(() => Boolean, { description: 'Delete is offered.' })
  viewerCanDelete(@Root() _history: DeviceHistory, @Ctx() { viewer }: Context): boolean {
    return canDeleteDevice(viewer);
  }

  @FieldResolver(() => Boolean, { description: 'Add Pin Number is offered.' })
  async viewerCanAddPin(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<boolean> {
    const patient = await history.patient.loadOrFail();
    return canAddPin(ctx.viewer, history, await ctx.loader(organizationsById).load(patient.organization.id));
  }
}

@Resolver(() => Patient)
export class PatientDevicesResolver {
  @FieldResolver(() => [DeviceHistory], { description: 'Devices that the patient has or had, newest first.' })
  devices(@Root() patient: Patient, @Ctx() ctx: Context): Promise<DeviceHistory[]> {
    return ctx.loader(devicesOfPatients).load(patient.id);
  }

  @FieldResolver(() => Boolean, { description: 'The patient has a device now.' })
  hasActiveDevice(@Root() patient: Patient, @Ctx() ctx: Context): Promise<boolean> {
    return hasActiveDevice(ctx, patient.id);
  }

  @FieldResolver(() => Boolean, { description: 'Add Device is offered.' })
  viewerCanAssignDevice(@Root() _patient: Patient, @Ctx() { viewer }: Context): boolean {
    return canAssignDevice(viewer);
  }
}

@Resolver(() => Machine)
export class MachineHistoryResolver {
  @FieldResolver(() => [DeviceHistory], {
    description: 'Whom the device was given to, newest first; only patients that the viewer may see.',
  })
  history(@Root() machine: Machine, @Ctx() ctx: Context): Promise<DeviceHistory[]> {
    return ctx.loader(historiesOfMachines).load(machine.id);
  }
}
