import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Context } from '../shared/context.ts';
import { ConnectionRecord, Module } from './communication.entity.ts';
import { lastConnectionsOfHistories, modulesOfMachines } from './communication.service.ts';

@Resolver(() => DeviceHistory)
export class CommunicationResolver {
  @FieldResolver(() => Module, { nullable: true, description: 'The cellular module; null for a device without one.' })
  module(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<Module | null> {
    return ctx.loader(modulesOfMachines).load(history.machine.id);
  }

  @FieldResolver(() => ConnectionRecord, { nullable: true, description: 'The newest session of this assignment.' })
  lastConnection(@Root() history: DeviceHistory, @Ctx() ctx: Context): Promise<ConnectionRecord | null> {
    return ctx.loader(lastConnectionsOfHistories).load(history.id);
  }
}
