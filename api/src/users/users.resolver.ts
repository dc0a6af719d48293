import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { organizationOf } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { User } from './user.entity.ts';
import { rolesOfUsers } from './users.service.ts';

@Resolver(() => User)
export class UsersResolver {
  @FieldResolver(() => Organization, { description: 'The organisation that the user belongs to.' })
  organization(@Root() user: User, @Ctx() ctx: Context): Promise<Organization> {
    return organizationOf(ctx, user);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of the role, such as org.ep.admin; null for users of other organisations.' })
  async role(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return (await ctx.loader(rolesOfUsers).load(user.id))?.name ?? null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Label of the role; null for users of other organisations.' })
  async roleLabel(@Root() user: User, @Ctx() ctx: Context): Promise<string | null> {
    return (await ctx.loader(rolesOfUsers).load(user.id))?.label ?? null;
  }
}
