import { HStack, IconButton } from '@chakra-ui/react';
import { Archive, ArchiveRestore, MoveRight, Pencil, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';
import { graphql } from '../../lib/graphql.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { useMakePrimaryLocation, useReopenLocation } from './gql/LocationActions.ts';
import type { LocationRow } from './LocationsPanel.tsx';
import { PLACE_QUERIES } from '../../lib/placeQueries.ts';

graphql(`
  mutation MakePrimaryLocation($input: MakePrimaryLocationInput!) {
    makePrimaryLocation(input: $input) {
      location {
        id
      }
      ...UserErrors
    }
  }
`);

graphql(`
  mutation ReopenLocation($input: ReopenLocationInput!) {
    reopenLocation(input: $input) {
      location {
        id
      }
      ...UserErrors
    }
  }
`);

const loadEdit = () => import('./LocationDialog.tsx');
const loadClose = () => import('./CloseLocationDialog.tsx');

/** What an administrator does with a location: edit, make it the primary one, close, move what is left, open again. */
export function LocationActions(props: {
  organizationId: string;
  location: LocationRow;
  locations: readonly LocationRow[];
}) {
  const { t } = useTranslation('locations');
  const { location } = props;
  const { name, closedAt, isPrimary, databaseId } = location;
  const [open, setOpen] = useState<'edit' | 'close' | null>(null);
  const edit = usePart(loadEdit, open === 'edit');
  const close = usePart(loadClose, open === 'close');
  const confirm = useConfirm();
  const makePrimary = useMakePrimaryLocation();
  const reopen = useReopenLocation();
  const onClose = () => setOpen(null);

  async function ask(question: 'primary' | 'reopen', act: typeof makePrimary | typeof reopen) {
    const title = t(`${question}.title`, { name });
    if (!(await confirm({ title, body: t(`${question}.body`), confirmLabel: t(`${question}.label`) }))) return;
    try {
      const input = { locationId: String(databaseId) };
      const [refusal] = (await act({ input }, { refetchQueries: PLACE_QUERIES })).userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t(`${question}.done`, { name }) });
    } catch {
      toaster.error({ title: t('failed', { name }) });
    }
  }

  const actions = [
    { key: 'edit', icon: <Pencil />, run: () => setOpen('edit') },
    ...(closedAt
      ? [
          { key: 'move', icon: <MoveRight />, run: () => setOpen('close') } as const,
          { key: 'reopen.title', icon: <ArchiveRestore />, run: () => void ask('reopen', reopen) } as const,
        ]
      : isPrimary
        ? []
        : [
            { key: 'primary.title', icon: <Star />, run: () => void ask('primary', makePrimary) } as const,
            { key: 'close.title', icon: <Archive />, run: () => setOpen('close') } as const,
          ]),
  ] as const;

  return (
    <>
      <HStack gap="0">
        {actions.map(({ key, icon, run }) => {
          const label = t(key, { name });
          return (
            <Tooltip key={key} content={label}>
              <IconButton size="xs" variant="ghost" aria-label={label} onClick={run}>
                {icon}
              </IconButton>
            </Tooltip>
          );
        })}
      </HStack>
      {open === 'edit' && edit ? <edit.LocationDialog {...props} onClose={onClose} /> : null}
      {open === 'close' && close ? <close.CloseLocationDialog {...props} onClose={onClose} /> : null}
    </>
  );
}
