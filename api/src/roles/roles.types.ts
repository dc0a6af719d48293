import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WithoutPatients } from '../shared/marks.ts';
import { categoryOf, type PermissionCategory } from './roles-categories.ts';
import { permissionId } from './roles.service.ts';

const PermissionCategoryEnum = {
  ACCESSORY: 'accessory',
  ACTIVITY: 'activity',
  ANNOUNCEMENTS: 'announcements',
  API_TOKEN: 'api.token',
  DEVICE: 'device',
  LOCATION: 'location',
  MACHINE: 'machine',
  MESSAGE: 'message',
  ORG: 'org',
  PATIENT: 'patient',
  ROLE: 'role',
  STAFF: 'staff',
  USER: 'user',
} as const satisfies Record<string, PermissionCategory>;
registerEnumType(PermissionCategoryEnum, {
  name: 'PermissionCategory',
  description: 'Subject of a permission, by its name.',
  valuesConfig: {
    ACCESSORY: { description: 'Accessories.' },
    ACTIVITY: { description: 'Logs of activity.' },
    ANNOUNCEMENTS: { description: 'Announcements.' },
    API_TOKEN: { description: 'Tokens of the API.' },
    DEVICE: { description: 'Devices of patients.' },
    LOCATION: { description: 'Locations of an organization.' },
    MACHINE: { description: 'Machines.' },
    MESSAGE: { description: 'Messages to staff.' },
    ORG: { description: 'Organizations.' },
    PATIENT: { description: 'Patients.' },
    ROLE: { description: 'Roles.' },
    STAFF: { description: 'Staff.' },
    USER: { description: 'Users.' },
  },
});

@WithoutPatients()
@ObjectType({ description: 'A permission of a role.' })
export class RolePermission {
  @Field(() => String, { description: 'Name of the permission, such as update.device.pin.' })
  name!: string;

  @Field(() => Int, { description: 'Integer id of the permission, the same in every role.' })
  get databaseId(): number {
    return permissionId(this.name);
  }

  @Field(() => PermissionCategoryEnum, {
    nullable: true,
    description: 'Subject of the permission; null for an uncategorized one.',
  })
  get category(): PermissionCategory | null {
    return categoryOf(this.name);
  }
}
