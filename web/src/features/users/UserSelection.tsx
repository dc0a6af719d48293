import { chakra } from '@chakra-ui/react';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuUser } from './userMenu.tsx';

interface UserSelection {
  /** The chosen users by their global ids, also of other pages. */
  users: ReadonlyMap<string, MenuUser>;
  toggle: (user: MenuUser) => void;
  add: (users: readonly MenuUser[]) => void;
  clear: () => void;
}

const SelectionContext = createContext<UserSelection | null>(null);

/** Returns the users that are selected for an act on several. */
export function useUserSelection(): UserSelection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('useUserSelection outside UserSelectionProvider');
  return selection;
}

/** Keeps the users that are selected in a list. */
export function UserSelectionProvider({ children }: { children: ReactNode }) {
  const [users, setUsers] = useState<ReadonlyMap<string, MenuUser>>(new Map());
  const selection = useMemo<UserSelection>(
    () => ({
      users,
      toggle: (user) =>
        setUsers((before) => {
          const next = new Map(before);
          if (!next.delete(user.id)) next.set(user.id, user);
          return next;
        }),
      add: (more) => setUsers((before) => new Map([...before, ...more.map((user) => [user.id, user] as const)])),
      clear: () => setUsers(new Map()),
    }),
    [users],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** The box that selects a row. It reads the selection itself, so that the other rows are not drawn again. */
export function SelectUser({ user }: { user: MenuUser }) {
  const { t } = useTranslation('users');
  const { users, toggle } = useUserSelection();
  return (
    // The label is what a finger presses (app/touch.css).
    <chakra.label display="inline-flex" alignItems="center" justifyContent="center" verticalAlign="middle">
      <chakra.input
        type="checkbox"
        boxSize="4"
        accentColor="teal.solid"
        aria-label={t('bulk.selectUser', { email: user.email })}
        checked={users.has(user.id)}
        onChange={() => toggle(user)}
      />
    </chakra.label>
  );
}
