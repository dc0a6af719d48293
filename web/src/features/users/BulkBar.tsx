import { Button, HStack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { TableState } from '../../components/useTableState.ts';
import { graphql } from '../../gql/gql.ts';
import type { SetUsersActiveMutation } from '../../gql/graphql.ts';
import { useSetUsersActive } from '../../gql/hooks.ts';
import { BulkOutcome } from './BulkOutcome.tsx';
import type { MenuUser } from './userMenu.tsx';
import { useUserSelection } from './UserSelection.tsx';
import { USER_QUERIES } from './useUserAction.ts';

graphql(`
  mutation SetUsersActive($input: SetUsersActiveInput!) {
    setUsersActive(input: $input) {
      outcomes {
        userId
        email
        refused
      }
      ...UserErrors
    }
  }
`);

export type Outcomes = SetUsersActiveMutation['setUsersActive']['outcomes'];

/** Users by their ids in one request: the server's limit of a list. */
const MOST_IDS = 200;

/**
 * What a user does with several users at once: those that are selected, or all that match search and filters. Each user
 * has its own outcome, in one dialog.
 */
export function BulkBar(props: {
  table: TableState;
  rows: readonly MenuUser[];
  totalCount: number | undefined;
  orgId: string | null;
}) {
  const { t } = useTranslation('users');
  const { table, rows, totalCount = 0 } = props;
  const { users, add, clear } = useUserSelection();
  const confirm = useConfirm();
  const setUsersActive = useSetUsersActive();
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<Outcomes | null>(null);
  const { search, filters } = table.variables;
  const matching = JSON.stringify([search, filters, props.orgId]);
  // "All that match" is a choice for one search: another one ends it.
  const [allOf, setAllOf] = useState<string | null>(null);
  const isAll = allOf === matching;
  const count = isAll ? totalCount : users.size;
  const isTooMany = !isAll && users.size > MOST_IDS;
  const mayAct = [...users.values(), ...rows].some(({ viewerCanSetActive }) => viewerCanSetActive);

  function end() {
    clear();
    setAllOf(null);
  }

  async function act(active: boolean) {
    const name = active ? 'activate' : 'deactivate';
    const question = {
      title: t('warning'),
      body: t(`bulk.${name}Question`, { count }),
      confirmLabel: t(`menu.${name}`),
      danger: !active,
    };
    if (!(await confirm(question))) return;
    setBusy(true);
    try {
      const selection = isAll ? { matching: { search, filters, orgId: props.orgId } } : { userIds: [...users.keys()] };
      const payload = await setUsersActive({ input: { selection, active } }, { refetchQueries: USER_QUERIES });
      const [refused] = payload.userErrors;
      if (refused) toaster.error({ title: t('bulk.failed'), description: refused.message });
      else setOutcomes(payload.outcomes);
    } catch {
      toaster.error({ title: t('bulk.failed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <HStack role="group" aria-label={t('bulk.label')} gap="2" mb="3" flexWrap="wrap" minH="8">
        {count === 0 ? (
          <Button size="xs" variant="ghost" disabled={rows.length === 0} onClick={() => add(rows)}>
            {t('bulk.selectPage')}
          </Button>
        ) : (
          <>
            <Text aria-live="polite">{t('bulk.selected', { count })}</Text>
            {!isAll && totalCount > users.size ? (
              <Button size="xs" variant="ghost" onClick={() => setAllOf(matching)}>
                {t('bulk.selectAll', { total: totalCount })}
              </Button>
            ) : null}
            {mayAct ? (
              <>
                <Button size="xs" variant="outline" loading={busy} disabled={isTooMany} onClick={() => void act(true)}>
                  {t('menu.activate')}
                </Button>
                <Button
                  size="xs"
                  variant="outline"
                  colorPalette="red"
                  loading={busy}
                  disabled={isTooMany}
                  onClick={() => void act(false)}
                >
                  {t('menu.deactivate')}
                </Button>
              </>
            ) : null}
            <Button size="xs" variant="ghost" onClick={end}>
              {t('bulk.clear')}
            </Button>
          </>
        )}
      </HStack>
      {outcomes ? (
        <BulkOutcome
          outcomes={outcomes}
          onClose={() => {
            setOutcomes(null);
            end();
          }}
        />
      ) : null}
    </>
  );
}
