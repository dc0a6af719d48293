import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { Machine } from '../machines/machine.entity.ts';
import type { Context } from '../shared/context.ts';
import { ConnectionRecord, Module } from './communication.entity.ts';
import {
  CONNECTIONS_PAGE,
  lastConnectionsOfHistories,
  modulesOfMachines,
  networkStatus,
  pageOf,
  sessionsOfHistory,
  sessionsOfMachine,
  type ConnectionPage,
} from './communication.service.ts';
import { ConnectionHistory, NetworkStatus } from './communication.types.ts';

const PAGE = { defaultValue: 1, description: 'Page number, from 1.' };
const LIMIT = { defaultValue: CONNECTIONS_PAGE, description: 'Number of sessions per page, at most 100.' };

const history = (page: ConnectionPage): ConnectionHistory => Object.assign(new ConnectionHistory(), page);

@Resolver(() => DeviceHistory)
export class CommunicationResolver {
  @FieldResolver(() => Module, { nullable: true, description: 'The cellular module; null for a device without one.' })
  module(@Root() { machine }: DeviceHistory, @Ctx() ctx: Context): Promise<Module | null> {
    return ctx.loader(modulesOfMachines).load(machine.id);
  }

  @FieldResolver(() => ConnectionRecord, {
    nullable: true,
    description: 'The newest session of this assignment; null when there was none.',
  })
  lastConnection(@Root() { id }: DeviceHistory, @Ctx() ctx: Context): Promise<ConnectionRecord | null> {
    return ctx.loader(lastConnectionsOfHistories).load(id);
  }

  @FieldResolver(() => ConnectionHistory, { description: 'The sessions of this assignment, newest first.' })
  async connectionHistory(
    @Root() assignment: DeviceHistory,
    @Arg('page', () => Int, PAGE) page: number,
    @Arg('limit', () => Int, LIMIT) limit: number,
    @Ctx() ctx: Context,
  ): Promise<ConnectionHistory> {
    return history(await pageOf(ctx, sessionsOfHistory(assignment), page, limit));
  }
}

@Resolver(() => Machine)
export class MachineCommunicationResolver {
  @FieldResolver(() => Module, { nullable: true, description: 'The cellular module; null for a device without one.' })
  module(@Root() { id }: Machine, @Ctx() ctx: Context): Promise<Module | null> {
    return ctx.loader(modulesOfMachines).load(id);
  }

  @FieldResolver(() => ConnectionHistory, {
    description: 'The sessions of this machine with patients that the viewer may see, newest first.',
  })
  async connectionHistory(
    @Root() machine: Machine,
    @Arg('page', () => Int, PAGE) page: number,
    @Arg('limit', () => Int, LIMIT) limit: number,
    @Ctx() ctx: Context,
  ): Promise<ConnectionHistory> {
    return history(await pageOf(ctx, sessionsOfMachine(machine), page, limit));
  }
}

@Resolver(() => Module)
export class ModuleResolver {
  @FieldResolver(() => NetworkStatus, {
    description: "The SIM's last data session, requested from the carrier for each query.",
  })
  async networkStatus(@Root() module: Module, @Ctx() ctx: Context): Promise<NetworkStatus> {
    const { session, problem } = await networkStatus(ctx, module);
    const time = (text: string | null | undefined) => (text ? new Date(text) : null);
    return {
      iccid: module.iccid,
      lastStartTime: time(session?.lastStartTime),
      lastStopTime: time(session?.lastStopTime),
      problem,
    };
  }
}
