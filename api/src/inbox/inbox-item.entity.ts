import type { OptionalProps, Ref } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { OrgMessage } from '../org-messages/org-message.entity.ts';
import { LegacyNode } from '../shared/node.ts';
import type { PatientData } from '../shared/patient-data.ts';
import { DateTimeScalar } from '../shared/scalars.ts';

export type InboxItemKind =
  | 'message'
  | 'settings-delivered'
  | 'settings-failed'
  | 'hand-off-asked'
  | 'hand-off-answered'
  | 'hand-off-message'
  | 'figures-repaired'
  | 'patient-declined'
  | 'patient-assigned-again';

export const InboxItemKindEnum = {
  MESSAGE: 'message',
  SETTINGS_DELIVERED: 'settings-delivered',
  SETTINGS_FAILED: 'settings-failed',
  HAND_OFF_ASKED: 'hand-off-asked',
  HAND_OFF_ANSWERED: 'hand-off-answered',
  HAND_OFF_MESSAGE: 'hand-off-message',
  FIGURES_REPAIRED: 'figures-repaired',
  PATIENT_DECLINED: 'patient-declined',
  PATIENT_ASSIGNED_AGAIN: 'patient-assigned-again',
} as const;
registerEnumType(InboxItemKindEnum, {
  name: 'InboxItemKind',
  description: 'Kind of an item of the inbox.',
  valuesConfig: {
    MESSAGE: { description: 'A message from support staff.' },
    SETTINGS_DELIVERED: { description: "A device applied the viewer's settings change." },
    SETTINGS_FAILED: {
      description:
        "A device did not apply the viewer's settings change: it refused, did not fetch it in time, or was ended.",
    },
    HAND_OFF_ASKED: { description: "Another organization asked for a patient or a device of the viewer's." },
    HAND_OFF_ANSWERED: { description: "A request of the viewer's was accepted or refused, or has expired." },
    HAND_OFF_MESSAGE: { description: 'The other organization wrote to the thread of a request.' },
    PATIENT_DECLINED: { description: "Another organization declined a patient of the viewer's." },
    PATIENT_ASSIGNED_AGAIN: {
      description: "A patient that the viewer's organization declined was connected with it again.",
    },
    FIGURES_REPAIRED: { description: 'Stored figures were wrong and have been corrected; for support staff.' },
  },
});

/** Written by triggers only (db/functions: `*_inbox`, `notify_patient_staff`). */
@Entity({ tableName: 'inbox_items' })
@ObjectType({
  implements: LegacyNode,
  description: 'One item in the inbox of the viewer; deleted after 30 days.',
})
export class InboxItem extends LegacyNode implements PatientData {
  declare [OptionalProps]?: 'createdAt' | 'globalId' | 'databaseId';

  @PrimaryKey({ type: 'integer' })
  declare id: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'integer' })
  userId!: number;

  @Property({ type: 'text' })
  @Field(() => InboxItemKindEnum, { description: 'Kind of the item.' })
  kind!: InboxItemKind;

  @ManyToOne(() => OrgMessage, { ref: true, nullable: true, fieldName: 'message_id' })
  orgMessage!: Ref<OrgMessage> | null;

  /** Of the device of a settings change, or declined; in another organization for a shared patient. */
  @Property({ type: 'integer', nullable: true })
  patientId!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, {
    nullable: true,
    description: 'Integer id of the request of a hand-off; null for any other item.',
  })
  handOffId!: number | null;

  @Property({ type: 'integer', nullable: true })
  @Field(() => Int, {
    nullable: true,
    description: 'Number of stored figures that were wrong and have been corrected; null for any other item.',
  })
  repaired!: number | null;

  @Property({ type: 'datetime', defaultRaw: 'now()' })
  @Field(() => DateTimeScalar, { description: 'Time of the message, or of the result.' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time at which the viewer marked the item as read; null for an unread item.',
  })
  readAt!: Date | null;

  patientShown(): number | null {
    return this.patientId;
  }
}
