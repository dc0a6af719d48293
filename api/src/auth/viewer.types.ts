import { Field, InputType, ObjectType } from 'type-graphql';
import { Organization } from '../organizations/organization.entity.ts';
import { Payload } from '../shared/payload.ts';
import { User } from '../users/user.entity.ts';
import type { Viewer } from './viewer.ts';

@ObjectType('Viewer', { description: 'The signed-in user and what the portal lets them do.' })
export class ViewerType {
  /** The session's viewer; the public fields are resolved from it. */
  readonly session!: Viewer;

  @Field(() => User, { description: 'The user.' })
  user!: User;

  @Field(() => Organization, { description: 'The organisation of the user.' })
  organization!: Organization;

  @Field(() => [String], { description: 'Names of the permissions that the roles hold.' })
  permissions!: string[];

  @Field(() => String, { description: 'Language: en or es.' })
  locale!: string;

  @Field(() => String, { description: 'The {host} of permission names: org or support.' })
  host!: string;

  @Field(() => [String], { description: 'Labels of the roles.' })
  roleLabels!: string[];

  @Field(() => Boolean, { description: 'May open GraphiQL and read the schema.' })
  viewerCanUseGraphiql!: boolean;
}

/** What GraphQL shows of a viewer; user and organisation are read when asked for. */
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

@InputType({ description: 'What a user signs in with.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;

  @Field(() => String, { description: 'Password.' })
  password!: string;
}

@ObjectType({ description: 'Result of signing in.' })
export class SignInPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'Null when refused, and while a second factor is owed.' })
  viewer!: ViewerType | null;

  @Field(() => Boolean, { description: 'The password was right; a second factor is owed at /verify-login.' })
  verificationRequired?: boolean;
}

@ObjectType({ description: 'Result of signing out.' })
export class SignOutPayload extends Payload {}

@InputType({ description: 'Preferences; what is left out stays.' })
export class UpdateViewerInput {
  @Field(() => String, { nullable: true, description: 'en or es.' })
  locale?: string | null;
}

@ObjectType({ description: 'Result of changing preferences.' })
export class UpdateViewerPayload extends Payload {
  @Field(() => ViewerType, { nullable: true, description: 'The viewer after the change.' })
  viewer!: ViewerType | null;
}
