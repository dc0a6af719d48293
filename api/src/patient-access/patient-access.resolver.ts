import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { accessOf, listUsersWithAccess, readersOf } from './patient-access.service.ts';
import { PatientAccess, PatientReader, UserAccess } from './patient-access.types.ts';
import { UsersArgs } from '../users/users-list.types.ts';

const UserAccessConnection = connectionOf(UserAccess, 'UserAccess');

const PATIENT = { description: 'Global id or integer id of the patient.' };

@Resolver()
export class PatientAccessResolver {
  @Query(() => PatientAccess, { description: 'The organizations that see a patient, with the reasons.' })
  patientAccess(@Arg('patientId', () => ID, PATIENT) patientId: string, @Ctx() ctx: Context): Promise<PatientAccess> {
    return accessOf(ctx, rowId('Patient', patientId));
  }

  @Query(() => UserAccessConnection, {
    description:
      "The active users of the viewer's organization who see a patient, by name; for support staff those of the organization in which it acts, or of the patient's. Search, filters and order are those of the users.",
  })
  patientAccessUsers(
    @Arg('patientId', () => ID, PATIENT) patientId: string,
    @Args(() => UsersArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<UserAccess>> {
    return listUsersWithAccess(ctx, rowId('Patient', patientId), args);
  }

  @Query(() => [PatientReader], {
    description:
      'The users who opened the record of a patient in the last 30 days, the last one first, at most 20: those whose lines of the activity log the viewer may read.',
  })
  patientReaders(
    @Arg('patientId', () => ID, PATIENT) patientId: string,
    @Ctx() ctx: Context,
  ): Promise<PatientReader[]> {
    return readersOf(ctx, rowId('Patient', patientId));
  }
}
