import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { connectionOf, ListArgs, type ConnectionShape } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { SuppressedEmail } from './suppressed-email.entity.ts';
import { listSuppressedEmails, removeSuppressedEmail } from './suppressed-emails.service.ts';
import { RemoveSuppressedEmailInput, RemoveSuppressedEmailPayload } from './suppressed-emails.types.ts';

const SuppressedEmailConnection = connectionOf(SuppressedEmail, 'SuppressedEmail');

@Resolver(() => SuppressedEmail)
export class SuppressedEmailsResolver {
  @Query(() => SuppressedEmailConnection, {
    description: 'The addresses to which no mail is sent; search matches a part of the address. For support staff.',
  })
  suppressedEmails(
    @Args(() => ListArgs) args: ListArgs,
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
