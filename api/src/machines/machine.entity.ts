import { Collection, type Ref } from '@mikro-orm/core';
import { Entity, Formula, ManyToOne, OneToMany, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../shared/scalars.ts';
import { LegacyNode } from '../shared/node.ts';
import { Organization } from '../organizations/organization.entity.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';

/** Reference list of the device models that the portal supports. */
@Entity({ tableName: 'machine_models' })
export class MachineModel {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'text' })
  name!: string;

  @Property({ type: 'text' })
  kind!: 'cpap' | 'bilevel' | 'ventilator';

  @Property({ type: 'text' })
  image!: string;
}

@Entity({ tableName: 'machines' })
@ObjectType({ implements: LegacyNode, description: 'A physical device.' })
export class Machine extends LegacyNode {
  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @ManyToOne(() => Organization, { ref: true, fieldName: 'org_id' })
  organization!: Ref<Organization>;

  @Property({ type: 'uuid' })
  @Field(() => String, { description: 'The {guid} of REST paths.' })
  guid!: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Serial number in upper case.' })
  serial!: string;

  @ManyToOne(() => MachineModel, { eager: true, fieldName: 'model_id' })
  machineModel!: MachineModel;

  /** Encrypted. Read it only through `readPin` and `shownPin`, which apply the policy. */
  @Property({ type: 'text', nullable: true })
  pinCipher!: string | null;

  @Property({ type: 'boolean' })
  simulated!: boolean;

  @Property({ type: 'datetime' })
  @Field(() => DateTimeScalar, { name: 'created', description: 'When the device was registered.' })
  createdAt!: Date;

  // What the list sorts by, read under the viewer's row-level security: a value that the viewer may not see is null.

  @Formula(({ machineModel }) => `(select m.name from machine_models m where m.id = ${machineModel})`, {
    type: 'text',
    lazy: true,
  })
  modelName!: string;

  @Formula(
    ({ organization }) =>
      `(select plain_text(o.name) from organizations o join organization_types t on t.id = o.type_id where o.id = ${organization} and t.kind = 'ep')`,
    { type: 'text', lazy: true, nullable: true },
  )
  providerKey!: string | null;

  @Formula(
    ({ id }) =>
      `(select p.email from device_history h join patients p on p.id = h.patient_id where h.machine_id = ${id} and h.end_date is null)`,
    { type: 'text', lazy: true, nullable: true },
  )
  holderEmail!: string | null;

  @OneToMany(() => DeviceHistory, (history) => history.machine)
  history = new Collection<DeviceHistory>(this);

  @Field(() => String, { description: 'Name of the model.' })
  get model(): string {
    return this.machineModel.name;
  }

  @Field(() => String, { description: "URL of the model's picture." })
  get image(): string {
    return this.machineModel.image;
  }
}
