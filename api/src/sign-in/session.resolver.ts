import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import { reauthenticate } from './reauthenticate.service.ts';
import { hasEndedSession, signIn, signOut } from './session.service.ts';
import { findOwnOrganization, findOwnUser, updateViewer } from '../auth/viewer.service.ts';
import {
  ReauthenticateInput,
  ReauthenticatePayload,
  SignInInput,
  SignInPayload,
  SignOutPayload,
  UpdateViewerInput,
  UpdateViewerPayload,
} from './session.types.ts';
import { viewerOf, ViewerType } from '../auth/viewer.types.ts';

@Resolver(() => ViewerType)
export class SessionResolver {
  @Query(() => ViewerType, { nullable: true, description: 'The signed-in user; null without a session.' })
  viewer(@Ctx() ctx: Context): ViewerType | null {
    // The page opens the sign-in page after this answer: not after a 401, whose reload it counts in a storage.
    if (hasEndedSession(ctx)) ctx.request.emptyBrowser?.();
    return ctx.signedIn && viewerOf(ctx.signedIn);
  }

  @FieldResolver(() => User)
  user(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<User> {
    return findOwnUser(ctx);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Key of the realtime endpoint at /app/{key}; null when none is configured, and then there are no subscriptions.',
  })
  realtimeKey(@Root() _viewer: ViewerType, @Ctx() ctx: Context): string | null {
    return ctx.app.config.realtime?.key ?? null;
  }

  @FieldResolver(() => Organization)
  organization(@Root() _viewer: ViewerType, @Ctx() ctx: Context): Promise<Organization> {
    return findOwnOrganization(ctx);
  }

  @Mutation(() => SignInPayload, { description: 'Signs in with e-mail and password; sets the session cookie.' })
  async signIn(
    @Arg('input', () => SignInInput, { description: 'E-mail and password.' }) input: SignInInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<SignInPayload>> {
    const { stage, viewer } = await signIn(ctx, input);
    if (stage === 'full') ctx.signedIn = viewer;
    return {
      viewer: stage === 'full' ? viewerOf(viewer) : null,
      verificationRequired: stage !== 'full',
    };
  }

  @Mutation(() => ReauthenticatePayload, {
    description:
      'Confirms the password again, or a second factor, after an operation was refused with the code REAUTHENTICATE. It is valid for ten minutes.',
  })
  async reauthenticate(
    @Arg('input', () => ReauthenticateInput, { description: 'The password or the factor.' }) input: ReauthenticateInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ReauthenticatePayload>> {
    await reauthenticate(ctx, input);
    return {};
  }

  @Mutation(() => SignOutPayload, { description: 'Ends the session on every device and page.' })
  async signOut(@Ctx() ctx: Context): Promise<Partial<SignOutPayload>> {
    await signOut(ctx);
    return {};
  }

  @Mutation(() => UpdateViewerPayload, { description: "Changes the viewer's own preferences." })
  async updateViewer(
    @Arg('input', () => UpdateViewerInput, { description: 'Preferences.' }) input: UpdateViewerInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateViewerPayload>> {
    await updateViewer(ctx, input);
    return { viewer: viewerOf(ctx.viewer) };
  }
}
