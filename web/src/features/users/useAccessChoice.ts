import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { UserType } from '#rules/users/form/user-form';
import { emptyUser, userTypeOf, type UserFormData, type UserValues } from './userFormValues.ts';

/** What a change of the user type or organization does to role, locations and groups. */
export interface AccessChoice {
  /** Names of what the last change cleared. */
  cleared: string[];
  changeType: (next: UserType | '') => void;
  /** `next`: the form of the other organization. */
  changeOrganization: (next: UserFormData) => void;
}

/** Returns the changes that clear what depends on them, and what the last one cleared. */
export function useAccessChoice(form: UseFormReturn<UserValues>, choices: UserFormData): AccessChoice {
  const [cleared, setCleared] = useState<string[]>([]);

  function change(next: UserType | '', isKept: (role: string) => boolean) {
    const values = form.getValues();
    const kept = isKept(values.role);
    const role = choices.roles.find(({ name }) => name === values.role);
    setCleared([
      ...(role && !kept ? [role.label] : []),
      ...choices.locations.filter(({ id }) => values.locations.includes(id)).map(({ name }) => name),
      ...choices.groups.filter(({ id }) => values.groups.includes(id)).map(({ name }) => name),
    ]);
    form.setValue('userType', next, { shouldDirty: true, shouldValidate: next !== '' });
    if (!kept) form.setValue('role', '', { shouldDirty: true });
    form.setValue('locations', [], { shouldDirty: true });
    form.setValue('groups', [], { shouldDirty: true });
    form.clearErrors(['role', 'locations', 'groups']);
  }
  const hasRole = ({ roles }: UserFormData, name: string, type: UserType | '') =>
    roles.some((role) => role.name === name && userTypeOf(role.userType) === type);

  return {
    cleared,
    // "Changing the type clears role, groups and locations unless the role is still in the list."
    changeType: (next) => change(next, (role) => hasRole(choices, role, next)),
    changeOrganization(next) {
      const { userType } = form.getValues();
      const isPossible = next.userTypes.some((type) => userTypeOf(type) === userType);
      const type = isPossible ? userType : emptyUser(next).userType;
      change(type, (role) => hasRole(next, role, type));
    },
  };
}
