import { Button, IconButton } from '@chakra-ui/react';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tooltip } from '../../components/Tooltip.tsx';
import { usePart } from '../../lib/useLoaded.ts';
import type { GroupLocation, GroupRow } from './OrgGroupsPanel.tsx';

const loadDialog = () => import('./OrgGroupDialog.tsx');

/** The button that adds a group, or edits one, and its dialog. */
export function OrgGroupButton(props: {
  organizationId: string;
  locations: readonly GroupLocation[];
  group?: GroupRow;
}) {
  const { t } = useTranslation('org-groups');
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);
  const show = () => setOpen(true);
  return (
    <>
      {props.group ? (
        <Tooltip content={t('edit', { name: props.group.name })}>
          <IconButton size="xs" variant="ghost" aria-label={t('edit', { name: props.group.name })} onClick={show}>
            <Pencil />
          </IconButton>
        </Tooltip>
      ) : (
        <Button size="sm" variant="outline" onClick={show}>
          <Plus aria-hidden="true" />
          {t('add')}
        </Button>
      )}
      {open && dialog ? <dialog.OrgGroupDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
