import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { checked } from '../../graphql/checked.ts';
import { Organization } from '../../organizations/organization.entity.ts';
import { roleLabel } from '../../roles/role-label.ts';
import type { Context } from '../../shared/context.ts';
import { translate } from '../../shared/messages.ts';
import { rowId } from '../../shared/node.ts';
import type { UserScope } from './user-form-options.ts';
import {
  checkCreateUser,
  checkUpdateUser,
  createUser,
  findFormOrganizations,
  newUserForm,
  updateUser,
  userForm,
  type UserFormData,
} from './user-form.service.ts';
import {
  CreateUserCheck,
  CreateUserInput,
  CreateUserPayload,
  UpdateUserCheck,
  UpdateUserInput,
  UpdateUserPayload,
  UserForm,
  UserScopeEnum,
} from './user-form.types.ts';

const ONLY = 'Names of the fields to check; all when omitted.';

const organizationOf = (id: string | null | undefined) =>
  id === null || id === undefined ? null : rowId('Organization', id);

/** Returns a form with its reasons in the viewer's language. */
const formOf = (ctx: Context, { organization, values, options }: UserFormData): UserForm => ({
  organization,
  values,
  ...options,
  roles: options.roles.map(({ refusal, ...role }) => ({
    ...role,
    label: roleLabel(ctx.locale, role),
    assignable: refusal === null,
    reason: refusal && translate(ctx.locale, refusal),
  })),
  asksForPhone: organization.twoFactorEnabled && organization.twoFactorPreventPhoneNumbers,
  asksForClinician: !organization.isClinical,
});

@Resolver()
export class UserFormResolver {
  @Query(() => UserForm, { description: 'The form of a new user, with its choices.' })
  async newUserForm(
    @Arg('organizationId', () => ID, {
      nullable: true,
      description: "Global id or integer id of the new user's organization; by default the viewer's own.",
    })
    organizationId: string | null,
    @Arg('scope', () => UserScopeEnum, {
      nullable: true,
      description: 'The list from which the form is opened; all users by default.',
    })
    scope: UserScope | null,
    @Ctx() ctx: Context,
  ): Promise<UserForm> {
    return formOf(ctx, await newUserForm(ctx, organizationOf(organizationId), scope ?? undefined));
  }

  @Query(() => [Organization], {
    description:
      'The organizations to which the viewer can add users: at most 20, by name, whose name contains every search word.',
  })
  userFormOrganizations(
    @Arg('search', () => String, { description: 'Search words; the first organizations by name when empty.' })
    search: string,
    @Ctx() ctx: Context,
  ): Promise<Organization[]> {
    return findFormOrganizations(ctx, search);
  }

  @Query(() => UserForm, { description: 'The form of an existing user, with its values and choices.' })
  async userForm(
    @Arg('userId', () => ID, { description: 'Global id or integer id of the user.' }) userId: string,
    @Ctx() ctx: Context,
  ): Promise<UserForm> {
    return formOf(ctx, await userForm(ctx, rowId('User', userId)));
  }

  @Query(() => CreateUserCheck, { description: 'Every reason why createUser would refuse the input, without writing.' })
  checkCreateUser(
    @Arg('input', () => CreateUserInput, { description: 'The same input as for createUser.' }) input: CreateUserInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<CreateUserCheck> {
    return checked(
      ctx,
      CreateUserCheck,
      async () => void (await checkCreateUser(ctx, organizationOf(input.organizationId), input, only ?? undefined)),
    );
  }

  @Mutation(() => CreateUserPayload, { description: 'Creates a user and sends the invitation.' })
  async createUser(
    @Arg('input', () => CreateUserInput, { description: 'The new user.' }) input: CreateUserInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<CreateUserPayload>> {
    return { user: await createUser(ctx, organizationOf(input.organizationId), input) };
  }

  @Query(() => UpdateUserCheck, { description: 'Every reason why updateUser would refuse the input, without writing.' })
  checkUpdateUser(
    @Arg('input', () => UpdateUserInput, { description: 'The same input as for updateUser.' }) input: UpdateUserInput,
    @Arg('only', () => [String], { nullable: true, description: ONLY }) only: string[] | undefined,
    @Ctx() ctx: Context,
  ): Promise<UpdateUserCheck> {
    return checked(
      ctx,
      UpdateUserCheck,
      async () => void (await checkUpdateUser(ctx, rowId('User', input.userId), input, only ?? undefined)),
    );
  }

  @Mutation(() => UpdateUserPayload, {
    description: 'Changes the name, phone number, type, role, locations and groups of a user.',
  })
  async updateUser(
    @Arg('input', () => UpdateUserInput, { description: 'The user and its new values.' }) input: UpdateUserInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<UpdateUserPayload>> {
    return { user: await updateUser(ctx, rowId('User', input.userId), input) };
  }
}
