import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationOf, organizationsById } from '../organizations/organizations.service.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { Joined } from '../shared/marks.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { Patient } from './patient.entity.ts';
import { patientsEvents, seesPatient } from './patients-changes.ts';
import { findPatient, listPatients } from './patients.service.ts';
import { PatientChange } from './patients.types.ts';
import { PatientsArgs } from './patients-list.types.ts';

const PatientConnection = connectionOf(Patient, 'Patient');

@Resolver(() => Patient)
export class PatientsResolver {
  @Query(() => Patient, {
    nullable: true,
    description: 'One patient; NOT_FOUND when the viewer may not see the patient.',
  })
  patient(
    @Arg('id', () => ID, { description: 'Global id, or the integer id from the page address.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Patient> {
    return findPatient(ctx, rowId('Patient', id));
  }

  @Query(() => PatientConnection, {
    description: 'The patients that the viewer may see; search matches name, e-mail, patient number and serial.',
  })
  patients(@Args(() => PatientsArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<Patient>> {
    return listPatients(ctx, args);
  }

  @Subscription(() => PatientChange, {
    nullable: true,
    description:
      "A device of one of the patients was assigned, changed or deleted, or reported, or its settings changed: the patient's row may differ. Null when the viewer may no longer see the patient.",
    subscribe: ({ args, context }) =>
      patientsEvents(
        context as Context,
        (args as { patientIds: string[] }).patientIds.map((id) => rowId('Patient', id)),
      ),
  })
  async patientsChanged(
    @Arg('patientIds', () => [ID], {
      description: 'Global ids or integer ids of the patients of a page, at most 200. Those not visible are left out.',
    })
    _patientIds: string[],
    @Root() patientId: number,
    @Ctx() ctx: Context,
  ): Promise<PatientChange | null> {
    const isVisible = await seesPatient(ctx, patientId);
    return isVisible ? { patientId: toGlobalId('Patient', patientId) } : null;
  }

  @Joined({ relation: 'organization' })
  @FieldResolver(() => Organization, { description: 'The organization that the patient belongs to.' })
  organization(@Root() patient: Patient, @Ctx() ctx: Context): Promise<Organization> {
    return organizationOf(ctx, patient);
  }

  @Joined({ relation: 'provider' })
  @FieldResolver(() => Organization, {
    nullable: true,
    description: 'The equipment provider (DME); null when there is none.',
  })
  async provider(@Root() patient: Patient, @Ctx() ctx: Context): Promise<Organization | null> {
    return patient.provider && ctx.loader(organizationsById).load(patient.provider.id);
  }

  @Joined({ relation: 'clinician' })
  @FieldResolver(() => User, { nullable: true, description: 'The clinician in charge; null when there is none.' })
  async clinician(@Root() patient: Patient, @Ctx() ctx: Context): Promise<User | null> {
    return patient.clinician && ctx.loader(usersById).load(patient.clinician.id);
  }

  @Joined({ relation: 'physician' })
  @FieldResolver(() => User, { nullable: true, description: 'The physician; null when there is none.' })
  async physician(@Root() patient: Patient, @Ctx() ctx: Context): Promise<User | null> {
    return patient.physician && ctx.loader(usersById).load(patient.physician.id);
  }
}
