import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { ViewerType } from '../auth/viewer.types.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { DensityEnum, type Density } from './table-preferences.entity.ts';

@InputType({ description: 'The width of a column of a table.' })
export class ColumnWidthInput {
  @Field(() => String, { description: 'Name of the column.' })
  column!: string;

  @Field(() => Int, { description: 'Width in pixels, from 64 to 640.' })
  width!: number;
}

@InputType({ description: "All preferences of one table; an omitted field means the table's default." })
export class SaveTablePreferencesInput {
  @Field(() => String, { description: 'Name of the table, in kebab case.' })
  table!: string;

  @Field(() => [String], { nullable: true, description: 'Hidden columns.' })
  hiddenColumns?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Order of the columns.' })
  columnOrder?: string[] | null;

  @Field(() => [ColumnWidthInput], { nullable: true, description: 'Widths of columns, one for each column at most.' })
  columnWidths?: ColumnWidthInput[] | null;

  @Field(() => Int, { nullable: true, description: 'Number of rows per page, at most 500.' })
  pageSize?: number | null;

  @Field(() => DensityEnum, { nullable: true, description: 'Row height.' })
  density?: Density | null;
}

@WithoutPatients()
@ObjectType({ description: 'Result of storing table preferences.' })
export class SaveTablePreferencesPayload extends Payload {
  @Field(() => ViewerType, {
    nullable: true,
    description: 'The viewer with the preferences of every table; null when refused.',
  })
  viewer: ViewerType | null = null;
}
