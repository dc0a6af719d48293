import type { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../shared/enums.ts';
import { Node } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';

/**
 * waiting: named by its id and not yet migrated. migrated: added. already_here: it was here before. undone, kept: an
 * added one after an undo.
 */
export const ROW_RESULTS = ['waiting', 'migrated', 'already_here', 'refused', 'undone', 'kept'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

export const PatientMigrationResultEnum = enumOf(ROW_RESULTS);
registerEnumType(PatientMigrationResultEnum, {
  name: 'PatientMigrationResult',
  description: 'Result of a migration for a patient.',
  valuesConfig: {
    WAITING: { description: 'Not migrated yet.' },
    MIGRATED: { description: 'Added by this migration.' },
    ALREADY_HERE: { description: 'Here before, from this location or another: nothing was added or changed.' },
    REFUSED: { description: 'Not added, for the given reason.' },
    UNDONE: { description: 'Added, and removed by the undo.' },
    KEPT: { description: 'Added, and left by the undo for the given reason.' },
  },
});

/** One patient of a migration. The patient is null when there is none: refused, or removed by an undo. */
@Entity({ tableName: 'patient_migration_rows' })
@ObjectType({ implements: Node, description: 'One patient of a migration, with the result.' })
export class PatientMigrationRow extends Node implements PatientData {
  /** Derived: never set when a row is created. */
  declare [OptionalProps]?: 'globalId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  migrationId!: number;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Id of the patient in the legacy system.' })
  legacyId!: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Given name in the legacy system; null when unknown.' })
  firstName!: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Family name in the legacy system; null when unknown.' })
  lastName!: string | null;

  @Property({ type: 'text' })
  @Field(() => PatientMigrationResultEnum, { description: 'Result for the patient.' })
  result!: RowResult;

  /** The code of the reason: a rule of patient-migrations.rules.ts, or for `kept` the table of the later record. */
  @Property({ type: 'text', nullable: true })
  reasonCode!: string | null;

  @Property({ type: 'integer', nullable: true })
  patientOrgId!: number | null;

  @Property({ type: 'integer', nullable: true })
  patientId!: number | null;

  patientShown(): number | null {
    return this.patientId;
  }
}
