import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { checked, userErrorsOf } from '../graphql/checked.ts';
import { join } from '../realtime/channel.ts';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { assignDevice, checkAssignment, distanceOf, impactOfAssignment } from './assign-device.service.ts';
import { deviceHistoryChannel } from './device-history.channel.ts';
import { findChange } from './device-history.service.ts';
import {
  AssignDeviceCheck,
  AssignDeviceInput,
  AssignDevicePayload,
  DeviceHistoryChange,
} from './device-history.types.ts';
import { AssignmentImpactType } from './device-nights.types.ts';

@Resolver()
export class AssignDeviceResolver {
  @Query(() => AssignDeviceCheck, {
    description:
      'The dry run of assignDevice: every reason why it would refuse the input or ask for confirmation, and the nights that would move.',
  })
  async checkAssignDevice(
    @Arg('input', () => AssignDeviceInput, { description: 'The device, the patient and the first night.' })
    { patientId, ...input }: AssignDeviceInput,
    @Arg('only', () => [String], {
      nullable: true,
      description:
        'Names of the fields to check; all when omitted. The PIN is compared only when pinNumber is among them.',
    })
    only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<AssignDeviceCheck> {
    const distance = await distanceOf(ctx, rowId('Patient', patientId), input, only ?? undefined);
    return checked(
      ctx,
      AssignDeviceCheck,
      async () => {
        const found = await checkAssignment(ctx, rowId('Patient', patientId), input, only ?? undefined);
        return only ? {} : { impact: new AssignmentImpactType(await impactOfAssignment(ctx, found)) };
      },
      { distance: distance && userErrorsOf(ctx, distance)[0]! },
    );
  }

  @Mutation(() => AssignDevicePayload, { description: 'Assigns a device to a patient as of a day.' })
  async assignDevice(
    @Arg('input', () => AssignDeviceInput, { description: 'The device, the patient and the first night.' })
    { patientId, ...input }: AssignDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<AssignDevicePayload>> {
    const deviceHistory = await assignDevice(ctx, rowId('Patient', patientId), input);
    return { deviceHistory, patient: await deviceHistory.patient.loadOrFail() };
  }

  @Subscription(() => DeviceHistoryChange, {
    description:
      'A device of the patient was assigned, changed or deleted, or reported: a session, nights, compliance, or iCodes.',
    subscribe: ({ args, context }) =>
      join(context as Context, deviceHistoryChannel, rowId('Patient', (args as { patientId: string }).patientId)),
  })
  deviceHistoryChanged(
    @Arg('patientId', () => ID, { description: 'Global id or integer id of the patient.' }) _patientId: string,
    @Root() event: Topics['device-history.changed'],
    @Ctx() ctx: Context,
  ): Promise<DeviceHistoryChange> {
    return findChange(ctx, event);
  }
}
