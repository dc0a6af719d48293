import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { MachineModel } from '../machines/machine.entity.ts';

/** What the device index searches, filters by and sorts by, of one assignment; kept by triggers (decisions/040). */
@Entity({ tableName: 'device_index' })
export class DeviceIndexEntry {
  /** The id of the assignment. */
  @PrimaryKey({ type: 'integer', fieldName: 'history_id' })
  id!: number;

  @Property({ type: 'date' })
  startDate!: string;

  @Property({ type: 'date', nullable: true })
  endDate!: string | null;

  @Property({ type: 'text' })
  serial!: string;

  @ManyToOne(() => MachineModel, { fieldName: 'model_id' })
  machineModel!: MachineModel;

  /** The patient's. */
  @Property({ type: 'text' })
  lastName!: string;

  /** Serial number and searched text of the patient, without case and accents. */
  @Property({ type: 'text', lazy: true })
  searchText!: string;
}
