import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';

/** What a card counts. */
export const DASHBOARD_CARDS = {
  SETTINGS_FAILED: 'settings_failed',
  SETTINGS_WAITING: 'settings_waiting',
  SILENT: 'silent',
  COMPLIANCE_AT_RISK: 'compliance_at_risk',
  INVITED: 'invited',
  COMPLIANCE_IN_PROGRESS: 'compliance_in_progress',
  COMPLIANCE_MET: 'compliance_met',
  COMPLIANCE_NOT_MET: 'compliance_not_met',
} as const;
export type DashboardCardKind = (typeof DASHBOARD_CARDS)[keyof typeof DASHBOARD_CARDS];

registerEnumType(DASHBOARD_CARDS, {
  name: 'DashboardCardKind',
  description: 'What a card of the dashboard counts.',
  valuesConfig: {
    SETTINGS_FAILED: { description: 'Patients of whose device in use the latest change of settings failed.' },
    SETTINGS_WAITING: {
      description: 'Patients of whose device in use a change of settings waits for 48 hours or longer.',
    },
    SILENT: { description: 'Patients whose device in use has a module and did not connect for 48 hours or longer.' },
    COMPLIANCE_AT_RISK: {
      description:
        'Patients in the compliance period who need every night that is left, or cannot meet the rule any more.',
    },
    INVITED: { description: "Users of the viewer's own organisation who did not accept their invitation." },
    COMPLIANCE_IN_PROGRESS: { description: 'Patients in the compliance period with nights to spare.' },
    COMPLIANCE_MET: { description: 'Patients who met the compliance rule.' },
    COMPLIANCE_NOT_MET: { description: 'Patients whose compliance period ended without it.' },
  },
});

@ObjectType({ description: 'A count and the filtered list that shows exactly these rows.' })
export class DashboardCard {
  @Field(() => DASHBOARD_CARDS, { description: 'What is counted.' })
  kind!: DashboardCardKind;

  @Field(() => Boolean, { description: 'Someone should look at these today; the others are an overview.' })
  needsSomeone!: boolean;

  @Field(() => Int, { description: 'Rows, of those that the viewer may see.' })
  count!: number;

  @Field(() => String, { description: 'The list: patients or users, as a query and as /api/{list}/datatable.' })
  list!: 'patients' | 'users';

  @Field(() => String, { description: 'Column of the filter, whose condition is equal.' })
  field!: string;

  @Field(() => String, { description: 'Value of the filter.' })
  value!: string;
}

@ObjectType({ description: 'What needs someone today, and how the patients stand.' })
export class Dashboard {
  @Field(() => [DashboardCard], { description: 'The cards that the viewer may see, what needs someone first.' })
  cards!: DashboardCard[];
}
