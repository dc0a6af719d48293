import { hostname } from 'node:os';
import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { join } from '../realtime/channel.ts';
import type { Topics } from '../realtime/topics.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { Joined } from '../shared/marks.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { OrgMessage } from './org-message.entity.ts';
import { orgMessagesChannel } from './org-messages.channel.ts';
import {
  checkOrgMessage,
  findOwnOrgMessage,
  findRecipients,
  listOrgMessages,
  sendOrgMessage,
} from './org-messages.service.ts';
import {
  CheckSendOrgMessagePayload,
  OrgMessageDelivery,
  SendOrgMessageInput,
  SendOrgMessagePayload,
} from './org-messages.types.ts';
import { orgMessagesList } from './org-messages.list.ts';
import { listTypes } from '../shared/list-types.ts';

const OrgMessageConnection = connectionOf(OrgMessage, 'OrgMessage');
const { Args: OrgMessagesArgs } = listTypes('OrgMessages', orgMessagesList);

@Resolver(() => OrgMessage)
export class OrgMessagesResolver {
  @Query(() => OrgMessageConnection, {
    description: 'The messages that support staff sent; search matches text and recipient.',
  })
  orgMessages(@Args(() => OrgMessagesArgs) args: ListArgs, @Ctx() ctx: Context): Promise<ConnectionShape<OrgMessage>> {
    return listOrgMessages(ctx, args);
  }

  @Query(() => [User], {
    description:
      'Possible recipients: at most 20 active users whose name, address or organization matches every search word.',
  })
  orgMessageRecipients(
    @Arg('search', () => String, { description: 'Search words for a name, an address or an organization.' })
    search: string,
    @Ctx() ctx: Context,
  ): Promise<User[]> {
    return findRecipients(ctx, search);
  }

  @Query(() => CheckSendOrgMessagePayload, {
    description: 'The result that sendOrgMessage would have, without sending.',
  })
  checkSendOrgMessage(
    @Arg('input', () => SendOrgMessageInput, { description: 'The same input as for sendOrgMessage.' })
    input: SendOrgMessageInput,
    @Ctx() ctx: Context,
  ): Promise<CheckSendOrgMessagePayload> {
    return checked(ctx, CheckSendOrgMessagePayload, async () => ({
      message: (await checkOrgMessage(ctx, input)).html,
    }));
  }

  @Mutation(() => SendOrgMessagePayload, {
    description:
      'Sends a message to one user. Pages that the user has open show it at once, and it is in their inbox for 30 days.',
  })
  async sendOrgMessage(
    @Arg('input', () => SendOrgMessageInput, { description: 'The recipient and the message.' })
    input: SendOrgMessageInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SendOrgMessagePayload>> {
    const { message, recipient } = await sendOrgMessage(ctx, input);
    return { orgMessage: message, recipient };
  }

  @Subscription(() => OrgMessageDelivery, {
    description:
      'New messages to the viewer, and only to them. A client ends the subscription after 30 minutes and does not renew it.',
    subscribe: ({ context }: { context: Context }) => join(context, orgMessagesChannel, context.viewer.userId),
  })
  async orgMessageDelivered(
    @Root() { messageId }: Topics['org-message.sent'],
    @Ctx() ctx: Context,
  ): Promise<OrgMessageDelivery> {
    const message = await findOwnOrgMessage(ctx, messageId);
    return {
      userId: message.recipient.id,
      hostname: message.hostname,
      eventServerHostname: hostname(),
      message: message.html,
    };
  }

  @Joined({ relation: 'recipient' })
  @FieldResolver(() => User, { nullable: true, description: 'The recipient.' })
  recipient(@Root() message: OrgMessage, @Ctx() ctx: Context): Promise<User | null> {
    return ctx.loader(usersById).load(message.recipient.id);
  }

  @Joined({ relation: 'sender' })
  @FieldResolver(() => User, { nullable: true, description: 'The sender.' })
  sender(@Root() message: OrgMessage, @Ctx() ctx: Context): Promise<User | null> {
    return ctx.loader(usersById).load(message.sender.id);
  }
}
