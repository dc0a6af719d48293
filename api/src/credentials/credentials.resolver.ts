import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { organizationOf } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { User } from '../users/user.entity.ts';
import { apiKeysOfUsers, generateApiKey, regenerateApiKey, revokeApiKey, type NewApiKey } from './api-keys.service.ts';
import {
  canCreateToken,
  canDeleteToken,
  canManageApiKeys,
  canSeeTokens,
  mayHaveApiKey,
  scopesToGive,
  type Owner,
} from './credentials.policy.ts';
import {
  ApiKey,
  ApiKeyInput,
  ApiKeySecretPayload,
  CreatePersonalAccessTokenInput,
  CreatePersonalAccessTokenPayload,
  DeletePersonalAccessTokenInput,
  DeletePersonalAccessTokenPayload,
  GenerateApiKeyInput,
  PersonalAccessToken,
  RegenerateApiKeyInput,
  RevokeApiKeyPayload,
  TokenScope,
} from './credentials.types.ts';
import { ownerOf } from './owner.service.ts';
import { createToken, deleteToken, tokensOfUsers } from './personal-access-tokens.service.ts';

const owner = (ctx: Context, { id, organization }: User) => ownerOf(ctx, { id, orgId: organization.id });
const userOf = (ctx: Context, id: number) => findVisible(ctx, User, { id });

const managesKeys = async (ctx: Context, user: User): Promise<boolean> => {
  if (!ctx.viewer.can('legacy.api.token.generate')) return false;
  return canManageApiKeys(ctx.viewer, { id: user.id, orgId: user.organization.id }, await organizationOf(ctx, user));
};

const describedScopes = (ctx: Context, subject: Owner): TokenScope[] =>
  scopesToGive(ctx.viewer, subject).map((id) => ({ id, description: translate(ctx.locale, `scope.${id}`) }));

@Resolver(() => User)
export class CredentialsResolver {
  @FieldResolver(() => [PersonalAccessToken], {
    nullable: true,
    description: 'Personal access tokens that are not deleted, oldest first; null when the viewer may not see them.',
  })
  async personalAccessTokens(@Root() user: User, @Ctx() ctx: Context): Promise<PersonalAccessToken[] | null> {
    if (!canSeeTokens(ctx.viewer, await owner(ctx, user))) return null;
    return ctx.loader(tokensOfUsers).load(user.id);
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may see the personal access tokens of the user.' })
  async viewerCanSeeTokens(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return canSeeTokens(ctx.viewer, await owner(ctx, user));
  }

  @FieldResolver(() => [TokenScope], {
    description:
      'The scopes that the viewer may give to a token of the user: those that both hold. Empty without the permission.',
  })
  async tokenScopes(@Root() user: User, @Ctx() ctx: Context): Promise<TokenScope[]> {
    const subject = await owner(ctx, user);
    if (!canCreateToken(ctx.viewer, subject)) return [];
    return describedScopes(ctx, subject);
  }

  @FieldResolver(() => [TokenScope], {
    description:
      'The scopes that the viewer may give to an API key of the user: those that both hold. Empty without the permission, and for a user whose role permits no API key.',
  })
  async apiKeyScopes(@Root() user: User, @Ctx() ctx: Context): Promise<TokenScope[]> {
    const subject = await owner(ctx, user);
    return mayHaveApiKey(subject) && (await managesKeys(ctx, user)) ? describedScopes(ctx, subject) : [];
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may create personal access tokens of the user.' })
  async viewerCanCreateToken(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return canCreateToken(ctx.viewer, await owner(ctx, user));
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may delete personal access tokens of the user.' })
  async viewerCanDeleteToken(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return canDeleteToken(ctx.viewer, await owner(ctx, user));
  }

  @FieldResolver(() => ApiKey, {
    nullable: true,
    description: 'The API key; null without one, and when the viewer may not manage it.',
  })
  async apiKey(@Root() user: User, @Ctx() ctx: Context): Promise<ApiKey | null> {
    return (await managesKeys(ctx, user)) ? ctx.loader(apiKeysOfUsers).load(user.id) : null;
  }

  @FieldResolver(() => Boolean, { description: 'True when the viewer may manage the API key of the user.' })
  viewerCanManageApiKeys(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return managesKeys(ctx, user);
  }

  @FieldResolver(() => Boolean, {
    description: 'True when the role of the user permits an API key: an org-level ep or clinical admin or staff.',
  })
  async mayHaveApiKey(@Root() user: User, @Ctx() ctx: Context): Promise<boolean> {
    return mayHaveApiKey(await owner(ctx, user));
  }

  @Mutation(() => CreatePersonalAccessTokenPayload, {
    description:
      'Creates a personal access token. Its secret is in this one answer. A user has at most ten that are valid.',
  })
  async createPersonalAccessToken(
    @Arg('input', () => CreatePersonalAccessTokenInput, { description: 'The user, the name and the scopes.' })
    { userId, ...input }: CreatePersonalAccessTokenInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreatePersonalAccessTokenPayload>> {
    const id = rowId('User', userId);
    const { token, accessToken } = await createToken(ctx, id, input);
    return { token, accessToken, user: await userOf(ctx, id) };
  }

  @Mutation(() => DeletePersonalAccessTokenPayload, {
    description: 'Deletes a personal access token: the next request with it is refused.',
  })
  async deletePersonalAccessToken(
    @Arg('input', () => DeletePersonalAccessTokenInput, { description: 'The user and the token.' })
    { userId, tokenId }: DeletePersonalAccessTokenInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeletePersonalAccessTokenPayload>> {
    const { id } = await deleteToken(ctx, rowId('User', userId), rowId('PersonalAccessToken', tokenId));
    return { user: await userOf(ctx, id) };
  }

  @Mutation(() => ApiKeySecretPayload, {
    description: 'Makes the API key of a user. Its secret is in this one answer.',
  })
  async generateApiKey(
    @Arg('input', () => GenerateApiKeyInput, { description: 'The user and the scopes.' })
    { userId, ...input }: GenerateApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ApiKeySecretPayload>> {
    return shown(ctx, await generateApiKey(ctx, rowId('User', userId), input));
  }

  @Mutation(() => ApiKeySecretPayload, {
    description:
      'Gives the API key of a user a new secret, which is in this one answer. The old one ends at once, or after an overlap. Its scopes stay, as far as the viewer and the user hold them.',
  })
  async regenerateApiKey(
    @Arg('input', () => RegenerateApiKeyInput, { description: 'The user and the overlap.' })
    { userId, ...input }: RegenerateApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ApiKeySecretPayload>> {
    return shown(ctx, await regenerateApiKey(ctx, rowId('User', userId), input));
  }

  @Mutation(() => RevokeApiKeyPayload, {
    description: 'Ends the API key of a user, with its secret and its access tokens.',
  })
  async revokeApiKey(
    @Arg('input', () => ApiKeyInput, { description: 'The user.' }) { userId }: ApiKeyInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<RevokeApiKeyPayload>> {
    const { id } = await revokeApiKey(ctx, rowId('User', userId));
    return { user: await userOf(ctx, id) };
  }
}

const shown = async (
  ctx: Context,
  { owner: { id }, clientId, clientSecret }: NewApiKey,
): Promise<Partial<ApiKeySecretPayload>> => ({ clientId, clientSecret, user: await userOf(ctx, id) });
