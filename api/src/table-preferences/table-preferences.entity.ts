import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { DENSITIES } from './table-preferences.rules.ts';
import { enumOf } from '../shared/enums.ts';

export type Density = (typeof DENSITIES)[number];

export const DensityEnum = enumOf(DENSITIES);
registerEnumType(DensityEnum, {
  name: 'TableDensity',
  description: 'Row height of a table.',
  valuesConfig: {
    COMFORTABLE: { description: 'High rows.' },
    COMPACT: { description: 'Low rows: more of them on a screen.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'The width that the viewer chose for a column of a table.' })
export class ColumnWidth {
  @Field(() => String, { description: 'Name of the column.' })
  column!: string;

  @Field(() => Int, { description: 'Width in pixels.' })
  width!: number;
}

@Entity({ tableName: 'table_preferences' })
@WithoutPatients()
@ObjectType({ description: "The viewer's preferences for one table. A null field means the table's default." })
export class TablePreferences {
  @Property({ type: 'integer' })
  orgId!: number;

  @PrimaryKey({ type: 'integer' })
  userId!: number;

  @PrimaryKey({ type: 'text', fieldName: 'table_name' })
  @Field(() => String, {
    description:
      "Name of the table: patients, machines, devices. The panels of a patient's page are one too, `patient-page`: its order is theirs, and its hidden columns are the folded ones.",
  })
  table!: string;

  @Property({ type: 'array', nullable: true })
  @Field(() => [String], { nullable: true, description: 'Hidden columns.' })
  hiddenColumns!: string[] | null;

  @Property({ type: 'array', nullable: true })
  @Field(() => [String], {
    nullable: true,
    description: 'Order of the columns; unnamed columns follow.',
  })
  columnOrder!: string[] | null;

  @Property({ type: 'json', nullable: true })
  @Field(() => [ColumnWidth], {
    nullable: true,
    description: 'Chosen widths of columns; the width of an unnamed column follows its content.',
  })
  columnWidths!: ColumnWidth[] | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Number of rows per page.' })
  pageSize!: number | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => DensityEnum, { nullable: true, description: 'Row height.' })
  density!: Density | null;

  @Property({ type: 'datetime' })
  updatedAt!: Date;
}
