import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * What only the own organization reads of a user, with the user's id; derived from `users` by trigger and never written
 * by the portal. Search, filters, orders and counts of the user list read it alone.
 */
@Entity({ tableName: 'user_accounts' })
export class UserAccount {
  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'integer' })
  orgId!: number;

  @Property({ type: 'text' })
  email!: string;

  @Property({ type: 'text' })
  firstName!: string;

  @Property({ type: 'text' })
  lastName!: string;

  /** Ten digits. */
  @Property({ type: 'text', nullable: true })
  phone!: string | null;

  @Property({ type: 'text' })
  userType!: 'Organization' | 'Location' | 'Group';

  @Property({ type: 'boolean' })
  isClinician!: boolean;

  @Property({ type: 'text' })
  notificationType!: 'Email' | 'Text';

  /** Access to patients on a ventilator: the documented mvc_settings {enabled}. */
  @Property({ type: 'boolean' })
  mvcEnabled!: boolean;

  @Property({ type: 'boolean' })
  active!: boolean;

  @Property({ type: 'boolean' })
  locked!: boolean;

  @Property({ type: 'datetime', nullable: true })
  emailVerifiedAt!: Date | null;

  /** The end of the last invitation, while the e-mail address is not verified. */
  @Property({ type: 'datetime', nullable: true })
  invitationExpiresAt!: Date | null;

  @Property({ type: 'boolean' })
  twoFactorAppEnabled!: boolean;

  @Property({ type: 'boolean' })
  twoFactorSmsEnabled!: boolean;

  /** Whether the user has an API key. */
  @Property({ type: 'boolean' })
  hasApi!: boolean;

  @Property({ type: 'datetime', nullable: true })
  lastSuccessfulLogin!: Date | null;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  /** Counts the changes by administrators. */
  @Property({ type: 'integer' })
  version!: number;
}
