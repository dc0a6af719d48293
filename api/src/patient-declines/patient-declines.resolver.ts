import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { rowId, toGlobalId } from '../shared/node.ts';
import { canDeclinePatient } from './patient-declines.policy.ts';
import { checkDecline, declinePatient, declinesOfPatients } from './patient-declines.service.ts';
import {
  DeclinePatientCheck,
  DeclinePatientInput,
  DeclinePatientPayload,
  PatientDeclineType,
} from './patient-declines.types.ts';

@Resolver(() => Patient)
export class PatientDeclinesResolver {
  @Query(() => DeclinePatientCheck, {
    description: 'Every reason why declinePatient would refuse the input, without writing.',
  })
  checkDeclinePatient(
    @Arg('input', () => DeclinePatientInput, { description: 'The same input as for declinePatient.' })
    { patientId, ...input }: DeclinePatientInput,
    @Ctx() ctx: Context,
  ): Promise<DeclinePatientCheck> {
    return checked(
      ctx,
      DeclinePatientCheck,
      async () => void (await checkDecline(ctx, rowId('Patient', patientId), input)),
    );
  }

  @Mutation(() => DeclinePatientPayload, {
    description:
      "Declines a patient that another organization connected with the viewer's: as its provider, or by a clinician. The patient leaves the lists of the viewer's organization.",
  })
  async declinePatient(
    @Arg('input', () => DeclinePatientInput, { description: 'The patient and the reason.' })
    { patientId, ...input }: DeclinePatientInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeclinePatientPayload>> {
    const id = rowId('Patient', patientId);
    await declinePatient(ctx, id, input);
    return { declinedPatientId: toGlobalId('Patient', id) };
  }

  @FieldResolver(() => [PatientDeclineType], {
    description:
      "Organizations that declined the patient in the last 90 days and do not see the patient now, the newest first; empty for users of other organizations than the patient's.",
  })
  async declines(@Root() patient: Patient, @Ctx() ctx: Context): Promise<PatientDeclineType[]> {
    return [...(await ctx.loader(declinesOfPatients).load(patient.id))];
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may decline the patient.' })
  viewerCanDecline(@Root() { organization }: Patient, @Ctx() { viewer }: Context): boolean {
    return canDeclinePatient(viewer, { orgId: organization.id });
  }
}
