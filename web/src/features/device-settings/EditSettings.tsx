import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import type { EditAllowed } from '../../gql/schema.ts';
import { usePart } from '../../lib/useLoaded.ts';
import { warnsOnly } from './editAllowed.ts';
import { NewTabButton } from './NewTabButton.tsx';

const loadDialog = () => import('./EditSettingsDialog.tsx');

/**
 * 'Edit Settings' or 'Add Settings', by `edit_allowed` (document 000, section 8): a link that opens the settings page
 * in a new tab; a Warning whose OK opens it; or a Notice with the reason why not.
 */
export function EditSettings(props: {
  label: string;
  editAllowed: EditAllowed;
  /** The text of that value. */
  notice: string | null;
  settingsPage: string;
}) {
  const { label, editAllowed, settingsPage } = props;
  const [open, setOpen] = useState(false);
  const dialog = usePart(loadDialog, open);

  if (editAllowed === 'PASS') return <NewTabButton size="sm" to={settingsPage} label={label} />;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {dialog ? (
        <dialog.EditSettingsDialog
          open={open}
          onClose={() => setOpen(false)}
          isWarning={warnsOnly(editAllowed)}
          notice={props.notice}
          settingsPage={settingsPage}
        />
      ) : null}
    </>
  );
}
