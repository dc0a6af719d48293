import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Machine } from '../machines/machine.entity.ts';
import { machinesById } from '../machines/machines.service.ts';
import { Patient } from '../patients/patient.entity.ts';
import { readablePatient } from '../patients/patients.service.ts';
import { join } from '../realtime/channel.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { acceptHandOff } from './accept-hand-off.service.ts';
import { HandOffMessage } from './hand-off-message.entity.ts';
import { HandOff, HandOffStateEnum, type HandOffState, HandOffKindEnum, HandOffSideEnum } from './hand-off.entity.ts';
import { handOffsChannel } from './hand-offs.channel.ts';
import { canAcceptHandOff, canRefuseHandOff, canUseHandOffs, canWithdrawHandOff } from './hand-offs.policy.ts';
import {
  askForDevice,
  askForPatient,
  findHandOff,
  handOffsOfPatients,
  listHandOffs,
  messagesOf,
  refuseHandOff,
  handOffStateOf,
  withdrawHandOff,
  writeHandOffMessage,
} from './hand-offs.service.ts';
import {
  AcceptHandOffInput,
  AskForDeviceInput,
  AskForPatientInput,
  HandOffChange,
  HandOffPayload,
  RefuseHandOffInput,
  WithdrawHandOffInput,
  WriteHandOffMessageInput,
} from './hand-offs.types.ts';
import { handOffsList } from './hand-offs.list.ts';
import { listTypes } from '../shared/list-types.ts';

const HandOffConnection = connectionOf(HandOff, 'HandOff');
const { Args: HandOffsArgs } = listTypes('HandOffs', handOffsList, {
  enums: { side: HandOffSideEnum, kind: HandOffKindEnum, state: HandOffStateEnum },
});

@Resolver(() => HandOff)
export class HandOffsResolver {
  @Query(() => HandOffConnection, {
    description:
      "The requests that the viewer's organization made and received; search matches the serial number and the family name that were typed.",
  })
  handOffs(@Args(() => HandOffsArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<HandOff>> {
    return listHandOffs(ctx, args);
  }

  @Query(() => HandOff, { description: "One request that the viewer's organization made or received." })
  handOff(
    @Arg('id', () => ID, { description: 'Global id or integer id of the request.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<HandOff> {
    return findHandOff(ctx, id);
  }

  @Mutation(() => HandOffPayload, {
    description:
      'Asks for a device that another organization holds. The answer does not reveal whether the device exists: a request that matches nothing waits and expires after 14 days, as any other.',
  })
  async askForDevice(
    @Arg('input', () => AskForDeviceInput, { description: 'The device.' }) input: AskForDeviceInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<HandOffPayload>> {
    return { handOff: await askForDevice(ctx, input) };
  }

  @Mutation(() => HandOffPayload, {
    description:
      'Asks for a patient that another organization holds. The answer does not reveal whether the patient exists: a request that matches no one waits and expires after 14 days, as any other.',
  })
  async askForPatient(
    @Arg('input', () => AskForPatientInput, { description: 'The patient.' }) input: AskForPatientInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<HandOffPayload>> {
    return { handOff: await askForPatient(ctx, input) };
  }

  @Mutation(() => HandOffPayload, { description: "Withdraws a request of the viewer's organization." })
  async withdrawHandOff(
    @Arg('input', () => WithdrawHandOffInput, { description: 'The request.' }) input: WithdrawHandOffInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<HandOffPayload>> {
    return { handOff: await withdrawHandOff(ctx, input.handOffId) };
  }

  @Mutation(() => HandOffPayload, { description: 'Refuses a request of another organization with a reason.' })
  async refuseHandOff(
    @Arg('input', () => RefuseHandOffInput, { description: 'The request and the reason.' }) input: RefuseHandOffInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<HandOffPayload>> {
    return { handOff: await refuseHandOff(ctx, input.handOffId, input) };
  }

  @Mutation(() => HandOffPayload, {
    description:
      'Accepts a request of another organization as of a day: ends the assignment, and gives the other organization the device, or a new record of the patient. Earlier records stay.',
  })
  async acceptHandOff(
    @Arg('input', () => AcceptHandOffInput, { description: 'The request and the day.' }) input: AcceptHandOffInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<HandOffPayload>> {
    return { handOff: await acceptHandOff(ctx, input.handOffId, input) };
  }

  @Mutation(() => HandOffPayload, { description: 'Adds a message to the thread of an open request.' })
  async writeHandOffMessage(
    @Arg('input', () => WriteHandOffMessageInput, { description: 'The request and the text.' })
    input: WriteHandOffMessageInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<HandOffPayload>> {
    return { handOff: await writeHandOffMessage(ctx, input.handOffId, input) };
  }

  @Subscription(() => HandOffChange, {
    nullable: true,
    description:
      'A request was answered, withdrawn or has expired, or its thread has a new message. Null when the viewer may no longer see it.',
    subscribe: ({ args, context }) =>
      join(context as Context, handOffsChannel, rowId('HandOff', (args as { id: string }).id)),
  })
  async handOffChanged(
    @Arg('id', () => ID, { description: 'Global id or integer id of the request.' }) _id: string,
    @Root() { handOffId }: Topics['hand-off.changed'],
    @Ctx() ctx: Context,
  ): Promise<HandOffChange | null> {
    const isVisible = await handOffsChannel.canJoin(ctx, handOffId);
    return isVisible ? { handOffId: toGlobalId('HandOff', handOffId) } : null;
  }

  @FieldResolver(() => HandOffStateEnum, { description: 'State of the request.' })
  state(@Root() handOff: HandOff, @Ctx() ctx: Context): HandOffState {
    return handOffStateOf(ctx, handOff);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "The user of the viewer's organization who asked or answered; null as long as no one answered.",
  })
  user(@Root() { userId }: HandOff, @Ctx() ctx: Context): Promise<User | null> | null {
    return userId === null ? null : ctx.loader(usersById).load(userId);
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description:
      "The patient of the viewer's organization: the one that is asked for or has the device, or, to the organization that asked, the new record.",
  })
  patient(@Root() { patientId }: HandOff, @Ctx() ctx: Context): Promise<Patient | null> {
    return readablePatient(ctx, patientId);
  }

  @FieldResolver(() => Machine, {
    nullable: true,
    description: 'The device that is asked for; to the organization that asked, the one that it received.',
  })
  machine(@Root() { machineId }: HandOff, @Ctx() ctx: Context): Promise<Machine | null> | null {
    return machineId === null || !ctx.viewer.canSeeUserDevices() ? null : ctx.loader(machinesById).load(machineId);
  }

  @FieldResolver(() => [HandOffMessage], { description: 'The thread, oldest message first.' })
  messages(@Root() { id }: HandOff, @Ctx() ctx: Context): Promise<HandOffMessage[]> {
    return ctx.loader(messagesOf).load(id);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may withdraw the request.' })
  viewerCanWithdraw(@Root() handOff: HandOff, @Ctx() ctx: Context): boolean {
    return handOffStateOf(ctx, handOff) === 'open' && canWithdrawHandOff(ctx.viewer, handOff);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may refuse the request.' })
  viewerCanRefuse(@Root() handOff: HandOff, @Ctx() ctx: Context): boolean {
    return handOffStateOf(ctx, handOff) === 'open' && canRefuseHandOff(ctx.viewer, handOff);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may accept the request.' })
  viewerCanAccept(@Root() handOff: HandOff, @Ctx() ctx: Context): boolean {
    return handOffStateOf(ctx, handOff) === 'open' && canAcceptHandOff(ctx.viewer, handOff);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may write to the thread.' })
  viewerCanWrite(@Root() handOff: HandOff, @Ctx() ctx: Context): boolean {
    return handOffStateOf(ctx, handOff) === 'open' && canUseHandOffs(ctx.viewer);
  }
}

@Resolver(() => HandOffMessage)
export class HandOffMessagesResolver {
  @FieldResolver(() => User, {
    nullable: true,
    description:
      "The user who wrote it; null for a message of the other organization, whose users' names are not shown.",
  })
  author(@Root() { userId }: HandOffMessage, @Ctx() ctx: Context): Promise<User | null> | null {
    return userId === null ? null : ctx.loader(usersById).load(userId);
  }
}

@Resolver(() => Patient)
export class PatientHandOffsResolver {
  @FieldResolver(() => [HandOff], {
    description:
      "Requests of the viewer's organization that concern the patient, newest first; empty without request.patient.",
  })
  async handOffs(@Root() { id }: Patient, @Ctx() ctx: Context): Promise<HandOff[]> {
    return canUseHandOffs(ctx.viewer) ? ctx.loader(handOffsOfPatients).load(id) : [];
  }
}
