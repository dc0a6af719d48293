import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { FollowUp, FollowUpCount } from '../follow-ups/follow-ups.types.ts';
import { Patient } from '../patients/patient.entity.ts';
import { PatientAttention } from '../patients/patients-states.types.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { User } from '../users/user.entity.ts';
import { FigureVerification } from '../verification/verification.types.ts';
import { FirstStep } from './first-steps.types.ts';

/** What a card counts. */
export const DASHBOARD_CARDS = {
  SETTINGS_WAITING: 'settings_waiting',
  COMPLIANCE_CANNOT_BE_MET: 'compliance_cannot_be_met',
  INVITED: 'invited',
  COMPLIANCE_IN_PROGRESS: 'compliance_in_progress',
  COMPLIANCE_MET: 'compliance_met',
  COMPLIANCE_NOT_MET: 'compliance_not_met',
} as const;
export type DashboardCardKind = (typeof DASHBOARD_CARDS)[keyof typeof DASHBOARD_CARDS];

registerEnumType(DASHBOARD_CARDS, {
  name: 'DashboardCardKind',
  description: 'Subject of a dashboard card.',
  valuesConfig: {
    SETTINGS_WAITING: {
      description: 'Patients whose active device has had a pending settings change for 48 hours or longer.',
    },
    COMPLIANCE_CANNOT_BE_MET: {
      description: 'Patients in the compliance period whose remaining nights are not enough to meet the rule.',
    },
    INVITED: { description: "Users of the viewer's own organization who have not accepted their invitation." },
    COMPLIANCE_IN_PROGRESS: { description: 'Patients in the compliance period who can still miss nights.' },
    COMPLIANCE_MET: { description: 'Patients who met the compliance rule.' },
    COMPLIANCE_NOT_MET: { description: 'Patients whose compliance period ended without meeting the rule.' },
  },
});

type DashboardList = 'patients' | 'users';

const DashboardListEnum: Record<Uppercase<DashboardList>, DashboardList> = { PATIENTS: 'patients', USERS: 'users' };
registerEnumType(DashboardListEnum, {
  name: 'DashboardList',
  description: 'A list with the rows that a card counts.',
  valuesConfig: {
    PATIENTS: { description: 'The query patients; /api/patients/datatable in REST.' },
    USERS: { description: 'The query users; /api/users/datatable in REST.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'A count and the filter of the list with exactly these rows.' })
export class DashboardCard {
  @Field(() => DASHBOARD_CARDS, { description: 'Subject of the card.' })
  kind!: DashboardCardKind;

  @Field(() => Boolean, { description: 'True when the counted rows need attention today; false for an overview.' })
  needsSomeone!: boolean;

  @Field(() => Int, { description: 'Number of rows that the viewer may see; 10,000 when there are more.' })
  count!: number;

  @Field(() => Boolean, { description: 'True when there are more rows than `count`.' })
  countIsCapped!: boolean;

  @Field(() => DashboardListEnum, { description: 'List with the counted rows.' })
  list!: DashboardList;

  @Field(() => String, { description: 'Column of the filter; its condition is equal.' })
  field!: string;

  @Field(() => String, { description: 'Value of the filter.' })
  value!: string;
}

@ObjectType({ description: 'One of the first five rows of the list of a card that needs attention.' })
export class DashboardRow {
  @Field(() => DASHBOARD_CARDS, { description: 'The card.' })
  kind!: DashboardCardKind;

  @Field(() => Patient, { nullable: true, description: 'The patient; null in a list of users.' })
  patient!: Patient | null;

  @Field(() => PatientAttention, {
    nullable: true,
    description:
      'Time of the reason, and the author of the change; null in a list of users, and when the reason no longer applies.',
  })
  attention!: PatientAttention | null;

  @Field(() => User, { nullable: true, description: 'The user; null in a list of patients.' })
  user!: User | null;
}

@ObjectType({ description: "Counts of rows that need attention today, and of the patients' compliance states." })
export class Dashboard {
  @Field(() => [DashboardCard], {
    description: 'The cards that the viewer may see; those that need attention come first.',
  })
  cards!: DashboardCard[];

  @Field(() => [DashboardRow], {
    description: 'The first five rows of each card that needs attention, in the order of the cards and of the lists.',
  })
  rows!: DashboardRow[];

  @Field(() => [FollowUpCount], { description: 'The number of open follow-ups of each reason.' })
  followUpCounts!: FollowUpCount[];

  @Field(() => [FollowUp], { description: 'The first ten open follow-ups, in the order of their list.' })
  followUps!: FollowUp[];

  @Field(() => [FirstStep], {
    description:
      'The steps of a new organization that the viewer may do; empty when all are done, and when the viewer dismissed them.',
  })
  firstSteps!: FirstStep[];

  @Field(() => FigureVerification, { description: 'Latest verification of the stored figures.' })
  verification!: FigureVerification;
}
