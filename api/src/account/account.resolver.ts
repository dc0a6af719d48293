import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { LinkPurpose } from '../mail/mail-templates.ts';
import type { Context } from '../shared/context.ts';
import {
  AcceptInvitationPayload,
  AccountLinkPurposeEnum,
  AccountLinkType,
  ChangePasswordInput,
  ChangePasswordPayload,
  LinkPasswordInput,
  RequestPasswordResetInput,
  RequestPasswordResetPayload,
  ResendUserInvitationInput,
  ResendUserInvitationPayload,
  ResetPasswordPayload,
  StartUserPasswordResetInput,
  StartUserPasswordResetPayload,
} from './account.types.ts';
import { acceptInvitation, resendUserInvitation } from './invitations.service.ts';
import { peekLink } from './account-links.ts';
import { changeOwnPassword, requestPasswordReset, resetPassword, startUserPasswordReset } from './passwords.service.ts';

@Resolver()
export class AccountResolver {
  @Query(() => AccountLinkType, {
    nullable: true,
    description: 'The account that the link of a mail opens; null when the link is used, replaced or expired.',
  })
  accountLink(
    @Arg('purpose', () => AccountLinkPurposeEnum, { description: 'Purpose of the link.' }) purpose: LinkPurpose,
    @Arg('token', () => String, { description: "Secret in the link's fragment." }) token: string,
    @Ctx() ctx: Context,
  ): Promise<AccountLinkType | null> {
    return peekLink(ctx, purpose, token);
  }

  @Mutation(() => AcceptInvitationPayload, {
    description: 'Sets the first password of an invited user, with the link of the mail. It signs no one in.',
  })
  async acceptInvitation(
    @Arg('input', () => LinkPasswordInput, { description: 'The link and the password.' }) input: LinkPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<AcceptInvitationPayload>> {
    await acceptInvitation(ctx, input);
    return {};
  }

  @Mutation(() => RequestPasswordResetPayload, {
    description: 'Sends a link to choose a new password, if the address is that of an active user.',
  })
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput, { description: 'The address.' }) input: RequestPasswordResetInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<RequestPasswordResetPayload>> {
    await requestPasswordReset(ctx, input);
    return {};
  }

  @Mutation(() => ResetPasswordPayload, {
    description: 'Sets a new password with the link of a mail and ends all sessions of the user. It signs no one in.',
  })
  async resetPassword(
    @Arg('input', () => LinkPasswordInput, { description: 'The link and the password.' }) input: LinkPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ResetPasswordPayload>> {
    await resetPassword(ctx, input);
    return {};
  }

  @Mutation(() => ChangePasswordPayload, {
    description: "Changes the viewer's own password and ends their other sessions.",
  })
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'The current and the new password.' })
    input: ChangePasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ChangePasswordPayload>> {
    await changeOwnPassword(ctx, input);
    return {};
  }

  @Mutation(() => ResendUserInvitationPayload, {
    description:
      'Sends the invitation of a user again; the link of the earlier one ends. At most five mails of this kind to a user in a day (TOO_MANY).',
  })
  async resendUserInvitation(
    @Arg('input', () => ResendUserInvitationInput, { description: 'The invited user.' })
    input: ResendUserInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ResendUserInvitationPayload>> {
    return { user: await resendUserInvitation(ctx, input.userId) };
  }

  @Mutation(() => StartUserPasswordResetPayload, {
    description: 'Sends a user a link to choose a new password. The old one works until the new one is chosen.',
  })
  async startUserPasswordReset(
    @Arg('input', () => StartUserPasswordResetInput, { description: 'The user.' }) input: StartUserPasswordResetInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<StartUserPasswordResetPayload>> {
    return { user: await startUserPasswordReset(ctx, input.userId) };
  }
}
