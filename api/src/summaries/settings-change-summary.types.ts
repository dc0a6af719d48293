import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { SettingsFailure } from '../device-settings/settings-record.entity.ts';
import { SettingsFailureEnum, SettingsRecordStatusEnum } from '../device-settings/settings-record.types.ts';
import { enumOf } from '../shared/enums.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { DateScalar } from '../shared/scalars.ts';
import {
  SETTINGS_CHANGE_SUMMARY_KEYS,
  type ChangeStatus,
  type SettingsChangeSummaryRow,
} from './settings-change-summary.service.ts';

export const SettingsChangeSummaryKeyEnum = enumOf(SETTINGS_CHANGE_SUMMARY_KEYS);
registerEnumType(SettingsChangeSummaryKeyEnum, {
  name: 'SettingsChangeSummaryKey',
  description: 'A value by which a summary of settings changes is grouped.',
  valuesConfig: {
    PROVIDER: { description: 'Equipment provider (DME) of the patient.' },
    LOCATION: { description: 'Location of the patient.' },
    MODEL: { description: 'Model of the device.' },
    MONTH: { description: "Month in which the change was submitted, in the zone of the viewer's organization." },
    STATUS: { description: 'Status of the change.' },
    FAILURE: { description: 'Reason why the change was not delivered.' },
    SUBMITTER: { description: 'User who submitted the change.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'Numbers of changes by their status. Each change is in one of them.' })
export class ChangeStatusCounts {
  @Field(() => Int, { description: 'Changes that the device has not answered.' })
  pending!: number;

  @Field(() => Int, { description: 'Changes that the device applied and uses.' })
  current!: number;

  @Field(() => Int, { description: 'Changes that the device applied, and used before.' })
  delivered!: number;

  @Field(() => Int, { description: 'Changes that were refused or expired.' })
  failed!: number;

  @Field(() => Int, { description: 'Changes that were replaced or withdrawn.' })
  void!: number;
}

@WithoutPatients()
@ObjectType({
  description: 'Numbers of changes by the reason why they were not delivered. A change without a reason is in none.',
})
export class ChangeFailureCounts {
  constructor(private readonly failures: SettingsChangeSummaryRow['failures']) {}

  @Field(() => Int, { description: 'Changes that the device refused.' })
  get refused(): number {
    return this.failures.refused;
  }

  @Field(() => Int, { description: 'Changes that the device did not answer in time.' })
  get expired(): number {
    return this.failures.expired;
  }

  @Field(() => Int, { description: 'Changes whose assignment ended before the device answered.' })
  get deviceEnded(): number {
    return this.failures['device-ended'];
  }
}

@WithoutPatients()
@ObjectType({ description: 'Changes of a summary that have the same values.' })
export class SettingsChangeSummaryGroup {
  constructor(readonly row: SettingsChangeSummaryRow) {}

  @Field(() => String, {
    nullable: true,
    description: 'Name of the model; null when the summary is not grouped by it.',
  })
  get model(): string | null {
    return this.row.model ?? null;
  }

  @Field(() => DateScalar, {
    nullable: true,
    description: 'First day of the month; null when the summary is not grouped by it.',
  })
  get month(): string | null {
    return this.row.month ?? null;
  }

  @Field(() => SettingsRecordStatusEnum, {
    nullable: true,
    description: 'Status of the change; null when the summary is not grouped by it.',
  })
  get status(): ChangeStatus | null {
    return this.row.status ?? null;
  }

  @Field(() => SettingsFailureEnum, {
    nullable: true,
    description:
      'Reason why the change was not delivered; null for changes without one, and when the summary is not grouped by it.',
  })
  get failure(): SettingsFailure | null {
    return this.row.failure ?? null;
  }

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the user who submitted the changes, as these have it; null when the summary is not grouped by users.',
  })
  get submittedBy(): string | null {
    return this.row.submittedBy;
  }

  @Field(() => Int, { description: 'Number of changes.' })
  get changes(): number {
    return this.row.changes;
  }

  @Field(() => ChangeStatusCounts, { description: 'Numbers of these changes by status.' })
  get statuses(): ChangeStatusCounts {
    return this.row.statuses;
  }

  @Field(() => ChangeFailureCounts, { description: 'Numbers of these changes by the reason.' })
  get failures(): ChangeFailureCounts {
    return new ChangeFailureCounts(this.row.failures);
  }
}

@WithoutPatients()
@ObjectType({ description: 'A summary of the changes of settings that users submitted.' })
export class SettingsChangeSummary {
  @Field(() => [SettingsChangeSummaryGroup], {
    description:
      'The groups that have changes, in the order of their values, and none last. One group without values when `groupBy` is empty.',
  })
  groups!: SettingsChangeSummaryGroup[];
}
