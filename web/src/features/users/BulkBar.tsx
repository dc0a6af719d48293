import { Button, HStack, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../components/ExportButton.tsx';
import type { ListState } from '../../components/ListPage.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { useViewer, type Viewer } from '../../lib/viewer.ts';
import { BulkOutcome } from './BulkOutcome.tsx';
import { useBulkAct, type BulkAct } from './useBulkAct.ts';
import type { MenuUser } from './userMenu.tsx';
import { useUserSelection } from './UserSelection.tsx';

/** Users of one request: by their ids (the server's limit of a list), or all that match. */
const MOST_IDS = 200;
const MOST_MATCHING = 500;

/**
 * Every act on several users. `may`: with one of those that are selected; `mayAny`: with some of all that match, of which
 * the page shows a part.
 */
const ACTS: readonly {
  name: BulkAct;
  may: (user: MenuUser) => boolean;
  mayAny: (viewer: Viewer, shown: readonly MenuUser[]) => boolean;
}[] = [
  {
    name: 'resendInvitation',
    may: (user) => user.viewerCanResendInvitation,
    mayAny: ({ viewerCanInviteUsers }) => viewerCanInviteUsers,
  },
  { name: 'activate', may: canSetActive, mayAny: (_viewer, shown) => shown.some(canSetActive) },
  { name: 'deactivate', may: canSetActive, mayAny: (_viewer, shown) => shown.some(canSetActive) },
];

function canSetActive({ viewerCanSetActive }: MenuUser): boolean {
  return viewerCanSetActive;
}

/**
 * What a user does with several users at once: those that are selected, or all that match search and filters. Each user
 * has its own outcome, in one dialog. Another search or filter ends the selection, and the bar says so.
 */
export function BulkBar({ list, orgId }: { list: ListState<MenuUser>; orgId: string | null }) {
  const { t } = useTranslation('users');
  const viewer = useViewer();
  const { table, rows, totalCount = 0 } = list;
  const { users, add } = useUserSelection();
  const { search, where } = table.variables;
  const { isAll, selectAll, wasCleared, end } = useWholeSelection(JSON.stringify([search, where, orgId]));
  const { act, busy, outcomes, close } = useBulkAct();
  const chosen = [...users.values()];
  const count = isAll ? totalCount : chosen.length;
  const most = isAll ? MOST_MATCHING : MOST_IDS;
  const isTooMany = count > most;
  const acts = ACTS.filter(({ may, mayAny }) => (isAll ? mayAny(viewer, [...chosen, ...rows]) : chosen.some(may)));
  const selection = isAll ? { matching: { search, where, orgId } } : { userIds: chosen.map(({ id }) => id) };
  const total = formatCount(totalCount) + (list.totalCountIsCapped ? '+' : '');

  return (
    <>
      <HStack role="group" aria-label={t('bulk.label')} gap="2" mb="3" flexWrap="wrap" minH="8">
        {count === 0 ? (
          <>
            <Button size="xs" variant="ghost" disabled={rows.length === 0} onClick={() => add(rows)}>
              {t('bulk.selectPage')}
            </Button>
            <Text aria-live="polite" color="fg.muted">
              {wasCleared ? t('bulk.cleared') : null}
            </Text>
          </>
        ) : (
          <>
            <Text aria-live="polite">{t('bulk.selected', { count, shown: isAll ? total : count })}</Text>
            {!isAll && totalCount > chosen.length ? (
              <Button size="xs" variant="ghost" onClick={selectAll}>
                {t('bulk.selectAll', { total })}
              </Button>
            ) : null}
            {acts.map(({ name }) => (
              <Button
                key={name}
                size="xs"
                variant="outline"
                colorPalette={name === 'deactivate' ? 'red' : undefined}
                loading={busy === name}
                disabled={isTooMany || busy !== null}
                onClick={() => void act(name, count, selection)}
              >
                {t(`menu.${name}`)}
              </Button>
            ))}
            <ExportButton
              url={list.csvUrl(isAll ? undefined : chosen.map(({ databaseId }) => databaseId))}
              allowed={viewer.viewerCanExportUsers}
              label={t('bulk.export')}
              size="xs"
              disabled={!isAll && isTooMany}
            />
            <Button size="xs" variant="ghost" onClick={end}>
              {t('bulk.clear')}
            </Button>
            {isTooMany ? (
              <Text color="fg.muted">{t(isAll ? 'bulk.tooManyMatch' : 'bulk.tooMany', { most })}</Text>
            ) : null}
          </>
        )}
      </HStack>
      {outcomes ? (
        <BulkOutcome
          outcomes={outcomes}
          onClose={() => {
            close();
            end();
          }}
        />
      ) : null}
    </>
  );
}

/** Whether all users that match are selected. `matching`: the search and filters; others end every selection. */
function useWholeSelection(matching: string) {
  const { users, clear } = useUserSelection();
  const [isAll, setAll] = useState(false);
  const [wasCleared, setCleared] = useState(false);
  const last = useRef(matching);
  const isSome = isAll || users.size > 0;

  useEffect(() => {
    if (last.current === matching) return;
    last.current = matching;
    setCleared(isSome);
    setAll(false);
    clear();
  }, [matching, isSome, clear]);

  return {
    isAll,
    wasCleared,
    selectAll: () => setAll(true),
    end() {
      setCleared(false);
      setAll(false);
      clear();
    },
  };
}
