import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A branch of an organization; exactly one is primary. */
@Entity({ tableName: 'locations' })
export class Location {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'text', nullable: true })
  address1!: string | null;

  @Property({ type: 'text', nullable: true })
  city!: string | null;

  @Property({ type: 'text', nullable: true })
  state!: string | null;

  @Property({ type: 'text', nullable: true })
  zip!: string | null;

  @Property({ type: 'boolean' })
  isPrimary!: boolean;
}
