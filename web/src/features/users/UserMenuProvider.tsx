import { Button, HStack, IconButton, Menu, Portal } from '@chakra-ui/react';
import { ChevronDown, EllipsisVertical, Pencil } from 'lucide-react';
import { createContext, Suspense, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { userMenuItems, type MenuUser, type UserMenuItem } from './userMenu.tsx';

interface UserMenu {
  /** Opens the menu of a user at its button. */
  open: (user: MenuUser, button: HTMLElement) => void;
  /**
   * Does what an item of the menu does; nothing when the viewer may not. `at`: the row or the header of the user, whose
   * menu button has the focus afterwards.
   */
  run: (user: MenuUser, key: UserMenuItem['key'], at: HTMLElement) => void;
}

const UserMenuContext = createContext<UserMenu | null>(null);

/** Returns what opens the menu of a row, or does one of its acts. */
export function useUserMenu(): UserMenu {
  const menu = useContext(UserMenuContext);
  if (!menu) throw new Error('useUserMenu outside UserMenuProvider');
  return menu;
}

/** The button of a row that opens its menu; nothing for a user without an item. */
export function UserMenuButton({ user }: { user: MenuUser }) {
  const { t } = useTranslation('users');
  const { open } = useUserMenu();
  if (userMenuItems(user).length === 0) return null;
  return (
    <IconButton
      size="xs"
      variant="ghost"
      aria-haspopup="menu"
      aria-label={t('menu.label', { email: user.email })}
      onClick={({ currentTarget }) => open(user, currentTarget)}
    >
      <EllipsisVertical />
    </IconButton>
  );
}

/** The header of a user's page: Edit, and the same menu as in the row of the list. */
export function UserActions({ user }: { user: MenuUser }) {
  const { t } = useTranslation('users');
  const { open, run } = useUserMenu();
  const header = useRef<HTMLDivElement>(null);
  const items = userMenuItems(user);
  if (items.length === 0) return null;
  return (
    <HStack ref={header} gap="2" flexWrap="wrap">
      {user.viewerCanEdit ? (
        <Button variant="outline" onClick={() => run(user, 'edit', header.current!)}>
          <Pencil aria-hidden="true" />
          {t('menu.edit')}
        </Button>
      ) : null}
      <Button variant="outline" aria-haspopup="menu" onClick={({ currentTarget }) => open(user, currentTarget)}>
        {t('actions')}
        <ChevronDown aria-hidden="true" />
      </Button>
    </HStack>
  );
}

/**
 * Keeps the menu of a list of users, or of the page of one, and the dialog of the chosen item. One menu serves all rows: five hundred menus
 * would make the list slow.
 */
export function UserMenuProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('users');
  const [menu, setMenu] = useState<{ user: MenuUser; button: HTMLElement } | null>(null);
  const [chosen, setChosen] = useState<{ user: MenuUser; item: UserMenuItem } | null>(null);
  const button = useRef<HTMLElement>(null);

  const [actions] = useState<UserMenu>(() => ({
    open(user, at) {
      button.current = at;
      setMenu({ user, button: at });
    },
    run(user, key, at) {
      // A row has no focus to return: its button has.
      button.current = at.querySelector<HTMLElement>('button[aria-haspopup=menu]');
      const item = userMenuItems(user).find((one) => one.key === key);
      if (item) setChosen({ user, item });
    },
  }));
  const focusRow = () => requestAnimationFrame(() => button.current?.focus());
  // After the menu is gone: what opens while it is open belongs to it, and closes with it.
  const choose = (user: MenuUser, item: UserMenuItem) => {
    setMenu(null);
    requestAnimationFrame(() => {
      button.current?.focus();
      setChosen({ user, item });
    });
  };
  const positioning = useMemo(
    () => ({ placement: 'bottom-end' as const, getAnchorElement: () => menu?.button ?? null }),
    [menu],
  );

  return (
    <UserMenuContext value={actions}>
      {children}
      {menu ? (
        <Menu.Root
          open
          positioning={positioning}
          aria-label={t('menu.label', { email: menu.user.email })}
          onOpenChange={({ open: stays }) => {
            if (stays) return;
            setMenu(null);
            focusRow();
          }}
        >
          <Portal>
            <Menu.Positioner>
              <Menu.Content>
                {userMenuItems(menu.user).map((item) => (
                  <Menu.Item
                    key={item.key}
                    value={item.key}
                    color={item.danger ? 'fg.error' : undefined}
                    // Enter clicks too. The menu's own onSelect needs a highlighted item, which a quick click does not
                    // always cause.
                    onClick={() => choose(menu.user, item)}
                  >
                    <item.icon size={16} aria-hidden="true" />
                    {t(`menu.${item.key}`)}
                  </Menu.Item>
                ))}
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        </Menu.Root>
      ) : null}
      {chosen ? (
        <Suspense fallback={null}>
          <chosen.item.Dialog
            user={chosen.user}
            onClose={() => {
              setChosen(null);
              focusRow();
            }}
          />
        </Suspense>
      ) : null}
    </UserMenuContext>
  );
}
