import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { DateTimeScalar } from '../shared/scalars.ts';
import { User } from '../users/user.entity.ts';

export type AccessReason = 'owner' | 'provider' | 'clinician' | 'physician';

export const AccessReasonEnum: Record<Uppercase<AccessReason>, AccessReason> = {
  OWNER: 'owner',
  PROVIDER: 'provider',
  CLINICIAN: 'clinician',
  PHYSICIAN: 'physician',
};
registerEnumType(AccessReasonEnum, {
  name: 'AccessReason',
  description: 'Reason for which an organization sees a patient.',
  valuesConfig: {
    OWNER: { description: 'The patient belongs to it.' },
    PROVIDER: { description: 'It is the equipment provider (DME) of the patient.' },
    CLINICIAN: { description: 'The clinician of the patient belongs to it.' },
    PHYSICIAN: { description: 'The physician of the patient belongs to it.' },
  },
});

@ObjectType({ description: 'An organization that sees a patient.' })
export class OrganizationAccess {
  @Field(() => Organization, { description: 'The organization.' })
  organization!: Organization;

  @Field(() => [AccessReasonEnum], {
    description: 'Reasons for which it sees the patient; empty for a reason that has no name here.',
  })
  reasons!: AccessReason[];
}

@ObjectType({
  description:
    'Organizations and users that see a patient, with the reasons: by the same rules by which the patient is shown.',
})
export class PatientAccess {
  @Field(() => [OrganizationAccess], { description: 'The organizations that see the patient, the owner first.' })
  organizations!: OrganizationAccess[];

  @Field(() => [String], {
    description: 'Labels of the roles of support staff that see the patients of every organization.',
  })
  supportRoles!: string[];

  @Field(() => Boolean, {
    description: 'True when the viewer may list the users who see the patient, and who opened the record lately.',
  })
  viewerCanListUsers!: boolean;

  @Field(() => Boolean, {
    description:
      'True when `patientAccessUsers` has every user of the organization who sees the patient; false for an administrator of locations or groups, who lists the users of these.',
  })
  listsEveryUser!: boolean;
}

@ObjectType({ description: 'A user who sees a patient.' })
export class UserAccess {
  @Field(() => User, { description: 'The user.' })
  user!: User;

  @Field(() => [String], {
    description:
      'Names of the locations or groups by which a user of type Location or Group sees the patient; empty for one who sees all patients of the organization.',
  })
  places!: string[];
}

@ObjectType({ description: 'A user who opened the record of a patient lately.' })
export class PatientReader {
  @Field(() => User, { nullable: true, description: 'The user; null when the viewer may not see that user.' })
  user!: User | null;

  @Field(() => DateTimeScalar, { description: 'The last time.' })
  lastOpened!: Date;

  @Field(() => Int, { description: 'Number of times in the last 30 days.' })
  times!: number;
}
