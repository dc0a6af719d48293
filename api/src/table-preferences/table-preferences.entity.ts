import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';

@Entity({ tableName: 'table_preferences' })
@ObjectType({ description: 'How the viewer likes one table. Null: as the table starts.' })
export class TablePreferences {
  @Property({ type: 'integer' })
  orgId!: number;

  @PrimaryKey({ type: 'integer' })
  userId!: number;

  @PrimaryKey({ type: 'text', fieldName: 'table_name' })
  @Field(() => String, { description: 'Name of the table: patients, machines, devices.' })
  table!: string;

  @Property({ type: 'array', nullable: true })
  @Field(() => [String], { nullable: true, description: 'Columns that are switched off.' })
  hiddenColumns!: string[] | null;

  @Property({ type: 'array', nullable: true })
  @Field(() => [String], {
    nullable: true,
    description: 'Columns in the order they stand in; those that are not named follow.',
  })
  columnOrder!: string[] | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, { nullable: true, description: 'Rows of a page.' })
  pageSize!: number | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Height of the rows: comfortable or compact.' })
  density!: 'comfortable' | 'compact' | null;

  @Property({ type: 'datetime' })
  updatedAt!: Date;
}
