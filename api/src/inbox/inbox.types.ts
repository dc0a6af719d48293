import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ViewerType } from '../auth/viewer.types.ts';
import { WithoutPatients } from '../shared/marks.ts';
import { Payload } from '../shared/payload.ts';
import { InboxItemKindEnum, type InboxItemKind } from './inbox-item.entity.ts';

@InputType({ description: 'One item of the inbox.' })
export class MarkInboxItemReadInput {
  @Field(() => ID, { description: 'Id of the item.' })
  itemId!: string;
}

@InputType({ description: 'The items that the user has seen.' })
export class MarkInboxReadInput {
  @Field(() => Int, {
    description: '`databaseId` of the newest item that the user has seen. A newer item remains unread.',
  })
  newest!: number;
}

@WithoutPatients()
@ObjectType({ description: 'Result of marking items as read.' })
export class MarkInboxReadPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer with the new count; null when refused.' })
  viewer: ViewerType | null = null;
}

@WithoutPatients()
@ObjectType({ description: 'A change of the inbox: a new item, or items that were marked as read.' })
export class InboxChange {
  @Field(() => ViewerType, { description: 'The viewer with the new count.' })
  viewer!: ViewerType;

  @Field(() => InboxItemKindEnum, {
    nullable: true,
    description: 'Kind of the new item; null when no item was added.',
  })
  added!: InboxItemKind | null;
}
