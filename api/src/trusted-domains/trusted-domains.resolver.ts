import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { checked } from '../graphql/checked.ts';
import { connectionOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from '../users/user.entity.ts';
import { usersById } from '../users/users.service.ts';
import { TrustedDomain } from './trusted-domain.entity.ts';
import {
  checkTrustedDomain,
  createTrustedDomain,
  deleteTrustedDomain,
  listTrustedDomains,
} from './trusted-domains.service.ts';
import {
  CreateTrustedDomainCheck,
  CreateTrustedDomainInput,
  CreateTrustedDomainPayload,
  DeleteTrustedDomainInput,
  DeleteTrustedDomainPayload,
} from './trusted-domains.types.ts';
import { trustedDomainsList } from './trusted-domains.list.ts';
import { listTypes } from '../shared/list-types.ts';

const TrustedDomainConnection = connectionOf(TrustedDomain, 'TrustedDomain');
const { Args: TrustedDomainsArgs } = listTypes('TrustedDomains', trustedDomainsList);

@Resolver(() => TrustedDomain)
export class TrustedDomainsResolver {
  @Query(() => TrustedDomainConnection, {
    description: 'The trusted domains that the viewer may see; search matches the name.',
  })
  trustedDomains(
    @Args(() => TrustedDomainsArgs) args: ListArgs,
    @Ctx() ctx: Context,
  ): Promise<ConnectionShape<TrustedDomain>> {
    return listTrustedDomains(ctx, args);
  }

  @Query(() => CreateTrustedDomainCheck, {
    description: 'Every reason why createTrustedDomain would refuse the input, without writing.',
  })
  checkCreateTrustedDomain(
    @Arg('input', () => CreateTrustedDomainInput, { description: 'The same input as for createTrustedDomain.' })
    input: CreateTrustedDomainInput,
    @Ctx() ctx: Context,
  ): Promise<CreateTrustedDomainCheck> {
    return checked(ctx, CreateTrustedDomainCheck, async () => void (await checkTrustedDomain(ctx, input)));
  }

  @Mutation(() => CreateTrustedDomainPayload, { description: "Creates a trusted domain of the viewer's organization." })
  async createTrustedDomain(
    @Arg('input', () => CreateTrustedDomainInput, { description: 'The new trusted domain.' })
    input: CreateTrustedDomainInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateTrustedDomainPayload>> {
    return { trustedDomain: await createTrustedDomain(ctx, input) };
  }

  @Mutation(() => DeleteTrustedDomainPayload, { description: 'Removes a trusted domain. Existing users stay.' })
  async deleteTrustedDomain(
    @Arg('input', () => DeleteTrustedDomainInput, { description: 'The trusted domain.' })
    input: DeleteTrustedDomainInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DeleteTrustedDomainPayload>> {
    await deleteTrustedDomain(ctx, input);
    return {};
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The user who created the trusted domain; null when the viewer may not see that user.',
  })
  createdBy(@Root() trustedDomain: TrustedDomain, @Ctx() ctx: Context): Promise<User | null> {
    return ctx.loader(usersById).load(trustedDomain.creator.id);
  }
}
