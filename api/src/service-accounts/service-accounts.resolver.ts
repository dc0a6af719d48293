import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { apiKeysOfUsers } from '../credentials/api-keys.service.ts';
import { ApiKey, TokenScope } from '../credentials/credentials.types.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { usesOfAccounts } from './service-account-uses.ts';
import {
  createServiceAccount,
  deleteServiceAccount,
  listServiceAccounts,
  rotateServiceAccountKey,
  scopesToChoose,
  setServiceAccountActive,
} from './service-accounts.service.ts';
import {
  CreateServiceAccountInput,
  RotateServiceAccountKeyInput,
  ServiceAccount,
  ServiceAccountInput,
  ServiceAccountPayload,
  ServiceAccountSecretPayload,
  SetServiceAccountActiveInput,
  UsedOperation,
} from './service-accounts.types.ts';

@Resolver(() => ServiceAccount)
export class ServiceAccountsResolver {
  @FieldResolver(() => ApiKey, { nullable: true, description: 'Its key; null when the key has ended.' })
  key(@Root() account: ServiceAccount, @Ctx() ctx: Context): Promise<ApiKey | null> {
    return ctx.loader(apiKeysOfUsers).load(account.id);
  }

  @FieldResolver(() => [UsedOperation], {
    description: 'The operations that it called in the last 30 days, the most frequent first.',
  })
  usedOperations(@Root() account: ServiceAccount, @Ctx() ctx: Context): Promise<UsedOperation[]> {
    return ctx.loader(usesOfAccounts).load(account.id);
  }

  @Query(() => [ServiceAccount], {
    description: "Service accounts of the viewer's organization that are not deleted, by name; at most 50.",
  })
  serviceAccounts(@Ctx() ctx: Context): Promise<ServiceAccount[]> {
    return listServiceAccounts(ctx);
  }

  @Query(() => [TokenScope], { description: 'The scopes that the viewer may give to a service account.' })
  async serviceAccountScopes(@Ctx() ctx: Context): Promise<TokenScope[]> {
    return (await scopesToChoose(ctx)).map((id) => ({ id, description: translate(ctx.locale, `scope.${id}`) }));
  }

  @Mutation(() => ServiceAccountSecretPayload, {
    description:
      'Creates a service account with its key, whose secret is in this one answer. An organization has at most 50 accounts.',
  })
  createServiceAccount(
    @Arg('input', () => CreateServiceAccountInput, { description: 'The name, the description and the scopes.' })
    input: CreateServiceAccountInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ServiceAccountSecretPayload>> {
    return createServiceAccount(ctx, input);
  }

  @Mutation(() => ServiceAccountSecretPayload, {
    description:
      'Gives a service account a new secret, which is in this one answer. The old one ends at once, or after an overlap.',
  })
  rotateServiceAccountKey(
    @Arg('input', () => RotateServiceAccountKeyInput, { description: 'The account and the overlap.' })
    { serviceAccountId, ...input }: RotateServiceAccountKeyInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ServiceAccountSecretPayload>> {
    return rotateServiceAccountKey(ctx, serviceAccountId, input);
  }

  @Mutation(() => ServiceAccountPayload, {
    description: 'Enables or disables a service account: the next request with a token of a disabled one is refused.',
  })
  async setServiceAccountActive(
    @Arg('input', () => SetServiceAccountActiveInput, { description: 'The account and its state.' })
    { serviceAccountId, active }: SetServiceAccountActiveInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ServiceAccountPayload>> {
    return { serviceAccount: await setServiceAccountActive(ctx, serviceAccountId, active) };
  }

  @Mutation(() => ServiceAccountPayload, { description: 'Deletes a service account and ends its key.' })
  async deleteServiceAccount(
    @Arg('input', () => ServiceAccountInput, { description: 'The account.' }) { serviceAccountId }: ServiceAccountInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<ServiceAccountPayload>> {
    await deleteServiceAccount(ctx, serviceAccountId);
    return {};
  }
}
