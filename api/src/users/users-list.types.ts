import { listTypes } from '../shared/list-types.ts';
import { UserTypeEnum } from './form/user-form.types.ts';
import { User } from './user.entity.ts';
import { usersList } from './users.list.ts';
import { UserStatusEnum } from './users.types.ts';

/** The arguments and the filter of the list of users, which counts and a selection of users take too. */
export const { Args: UsersArgs, Where: UsersWhere } = listTypes('Users', usersList, {
  enums: { active: UserStatusEnum, user_type: UserTypeEnum },
  node: User,
});
