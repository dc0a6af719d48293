import { Arg, Args, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { viewerOf, ViewerType } from '../auth/viewer.types.ts';
import { Patient } from '../patients/patient.entity.ts';
import { readablePatient } from '../patients/patients.service.ts';
import { join } from '../realtime/channel.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { InboxItem } from './inbox-item.entity.ts';
import { inboxChannel } from './inbox.channel.ts';
import { countUnread, kindOf, listInbox, markAllRead, markItemRead, messageOf } from './inbox.service.ts';
import { InboxChange, MarkInboxItemReadInput, MarkInboxReadInput, MarkInboxReadPayload } from './inbox.types.ts';
import { inboxList } from './inbox.list.ts';
import { listTypes } from '../shared/list-types.ts';

const InboxItemConnection = connectionOf(InboxItem, 'InboxItem');
const { Args: InboxItemsArgs } = listTypes('InboxItems', inboxList);

@Resolver(() => InboxItem)
export class InboxResolver {
  @Query(() => InboxItemConnection, {
    description:
      "The viewer's inbox: messages to them and results of their settings changes, of the last 30 days; search matches the text of messages.",
  })
  inbox(@Args(() => InboxItemsArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<InboxItem>> {
    return listInbox(ctx, args);
  }

  @Mutation(() => MarkInboxReadPayload, {
    description: "Marks one item of the viewer's inbox as read. Repeating it changes nothing.",
  })
  async markInboxItemRead(
    @Arg('input', () => MarkInboxItemReadInput, { description: 'The item.' }) input: MarkInboxItemReadInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<MarkInboxReadPayload>> {
    await markItemRead(ctx, input.itemId);
    return { viewer: viewerOf(ctx.viewer) };
  }

  @Mutation(() => MarkInboxReadPayload, {
    description: "Marks every item of the viewer's inbox that the user has seen as read. Repeating it changes nothing.",
  })
  async markInboxRead(
    @Arg('input', () => MarkInboxReadInput, { description: 'The items.' }) input: MarkInboxReadInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<MarkInboxReadPayload>> {
    await markAllRead(ctx, input.newest);
    return { viewer: viewerOf(ctx.viewer) };
  }

  @Subscription(() => InboxChange, {
    description:
      "New changes of the viewer's inbox. A client ends the subscription after 30 minutes, as that of messages.",
    subscribe: ({ context }: { context: Context }) => join(context, inboxChannel, context.viewer.userId),
  })
  async inboxChanged(@Root() { itemId }: Topics['inbox.changed'], @Ctx() ctx: Context): Promise<InboxChange> {
    return { viewer: viewerOf(ctx.viewer), added: itemId === 0 ? null : await kindOf(ctx, itemId) };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Text of a message as HTML, sanitized when it was sent; null for any other item.',
  })
  message(@Root() item: InboxItem): Promise<string | null> {
    return messageOf(item);
  }

  @FieldResolver(() => Patient, {
    nullable: true,
    description:
      'The patient of a settings change, or one who was declined or connected again; null for any other item, and when the viewer may not read the patient.',
  })
  patient(@Root() item: InboxItem, @Ctx() ctx: Context): Promise<Patient | null> {
    return readablePatient(ctx, item.patientId);
  }
}

@Resolver(() => ViewerType)
export class ViewerInboxResolver {
  @FieldResolver(() => Int, {
    description: 'Number of unread items in the inbox; 100 when there are 100 or more.',
  })
  inboxUnreadCount(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<number> {
    return countUnread(ctx);
  }
}
