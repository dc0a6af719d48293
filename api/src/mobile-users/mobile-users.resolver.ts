import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Patient } from '../patients/patient.entity.ts';
import { readablePatient } from '../patients/patients.service.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { MobileUser, MobilePlatformEnum } from './mobile-user.entity.ts';
import { canUpdateMobileUser } from './mobile-users.policy.ts';
import { listMobileUsers, setMobileUserActive } from './mobile-users.service.ts';
import { SetMobileUserActiveInput, SetMobileUserActivePayload } from './mobile-users.types.ts';
import { mobileUsersList } from './mobile-users.list.ts';
import { listTypes } from '../shared/list-types.ts';

const MobileUserConnection = connectionOf(MobileUser, 'MobileUser');
const { Args: MobileUsersArgs } = listTypes('MobileUsers', mobileUsersList, {
  enums: { platform: MobilePlatformEnum },
});

@Resolver(() => MobileUser)
export class MobileUsersResolver {
  @Query(() => MobileUserConnection, {
    description: 'The accounts in the mobile app of the patients that the viewer may see; search matches the address.',
  })
  mobileUsers(@Args(() => MobileUsersArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<MobileUser>> {
    return listMobileUsers(ctx, args);
  }

  @Mutation(() => SetMobileUserActivePayload, {
    description: 'Disables an account of the mobile app, or enables it again. Repeating it changes nothing.',
  })
  async setMobileUserActive(
    @Arg('input', () => SetMobileUserActiveInput, { description: 'The account.' }) input: SetMobileUserActiveInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SetMobileUserActivePayload>> {
    return { mobileUser: await setMobileUserActive(ctx, input.mobileUserId, input.active) };
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description: 'The patient; null when the viewer may not read patients.',
  })
  patient(@Root() mobileUser: MobileUser, @Ctx() ctx: Context): Promise<Patient | null> {
    return readablePatient(ctx, mobileUser.patientId);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may disable and enable the account.' })
  viewerCanUpdate(@Root() mobileUser: MobileUser, @Ctx() ctx: Context): boolean {
    return canUpdateMobileUser(ctx.viewer, mobileUser);
  }
}
