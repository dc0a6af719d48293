import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { SuppressedEmail } from './suppressed-email.entity.ts';
import { listSuppressedEmails, removeSuppressedEmail } from './suppressed-emails.service.ts';
import { RemoveSuppressedEmailInput, RemoveSuppressedEmailPayload } from './suppressed-emails.types.ts';
import { suppressedEmailsList } from './suppressed-emails.list.ts';
import { listTypes } from '../shared/list-types.ts';

const SuppressedEmailConnection = connectionOf(SuppressedEmail, 'SuppressedEmail');
const { Args: SuppressedEmailsArgs } = listTypes('SuppressedEmails', suppressedEmailsList);

@Resolver(() => SuppressedEmail)
export class SuppressedEmailsResolver {
  @Query(() => SuppressedEmailConnection, {
    description: 'The addresses to which no mail is sent; search matches a part of the address. For support staff.',
  })
  suppressedEmails(
    @Args(() => SuppressedEmailsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<SuppressedEmail>> {
    return listSuppressedEmails(ctx, args);
  }

  @Mutation(() => RemoveSuppressedEmailPayload, {
    description: 'Allows mail to an address again. Mails that were not sent to it stay unsent.',
  })
  async removeSuppressedEmail(
    @Arg('input', () => RemoveSuppressedEmailInput, { description: 'The address.' }) input: RemoveSuppressedEmailInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<RemoveSuppressedEmailPayload>> {
    return { email: await removeSuppressedEmail(ctx, input.id) };
  }
}
