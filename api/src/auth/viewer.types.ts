import { Field, InputType, ObjectType } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { Payload } from '../shared/payload.ts';
import { User } from '../users/user.entity.ts';
import type { Viewer } from './viewer.ts';

@ObjectType('Viewer', { description: 'The signed-in user and their permissions.' })
export class ViewerType {
  /** The session's viewer; the public fields are resolved from it. */
  readonly session!: Viewer;

  @Field(() => User, { description: 'The user record.' })
  user!: User;

  @Field(() => Organization, { description: "The user's organization." })
  organization!: Organization;

  @Field(() => [String], { description: "Names of the user's permissions, from their roles." })
  permissions!: string[];

  @Field(() => String, { description: 'Language of the user: en or es.' })
  locale!: string;

  @Field(() => String, { description: 'Portal of the user: org or support. It is the {host} of permission names.' })
  host!: string;

  @Field(() => [String], { description: "Labels of the user's roles." })
  roleLabels!: string[];

  @Field(() => Boolean, { description: 'True when the user may open GraphiQL and read the schema.' })
  viewerCanUseGraphiql!: boolean;
}

/** The GraphQL view of a viewer; user and organization are read on request. */
export function viewerOf(session: Viewer): ViewerType {
  const { permissions, locale, host, roleLabels } = session.facts;
  return Object.assign(new ViewerType(), {
    session,
    permissions,
    locale,
    host,
    roleLabels,
    viewerCanUseGraphiql: session.can('view.graphiql'),
  });
}

@InputType({ description: 'Sign-in credentials.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;

  @Field(() => String, { description: 'Password.' })
  password!: string;
}

@ObjectType({ description: 'Result of signing in.' })
export class SignInPayload extends Payload {
  @Field(() => ViewerType, {
    nullable: true,
    description: 'The viewer; null when refused, or until the second factor is given.',
  })
  viewer: ViewerType | null = null;

  @Field(() => Boolean, {
    description: 'True when the password was right and a second factor is required at /verify-login.',
  })
  verificationRequired = false;
}

@ObjectType({ description: 'Result of signing out.' })
export class SignOutPayload extends Payload {}

@InputType({ description: 'Preferences of the viewer; an omitted field is unchanged.' })
export class UpdateViewerInput {
  @Field(() => String, { nullable: true, description: 'Language: en or es.' })
  locale?: string | null;
}

@ObjectType({ description: 'Result of changing preferences.' })
export class UpdateViewerPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer after the change; null when refused.' })
  viewer: ViewerType | null = null;
}
