import { Button, Text, VisuallyHidden, type ButtonProps } from '@chakra-ui/react';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import type { EditAllowed } from '../../gql/graphql.ts';
import { acceptedWarning, warnsOnly } from './editAllowed.ts';

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
  const { t } = useTranslation('device-settings');
  const { label, editAllowed, settingsPage } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  if (editAllowed === 'PASS') return <NewTabButton size="sm" to={settingsPage} label={label} />;
  const isWarning = warnsOnly(editAllowed);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        open={open}
        onClose={close}
        size="sm"
        title={t(isWarning ? 'edit.warning' : 'edit.notice')}
        footer={
          <>
            <Button variant="outline" onClick={close}>
              {t('close')}
            </Button>
            {isWarning ? (
              <NewTabButton to={`${settingsPage}?${acceptedWarning}`} label={t('ok')} onClick={close} />
            ) : (
              <Button onClick={close}>{t('ok')}</Button>
            )}
          </>
        }
      >
        <Text>{props.notice ?? t('edit.refused')}</Text>
      </Modal>
    </>
  );
}

function NewTabButton(props: { to: string; label: string; onClick?: () => void } & Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation('device-settings');
  return (
    <Button asChild size={props.size}>
      <a href={props.to} target="_blank" rel="noopener noreferrer" onClick={props.onClick}>
        {props.label}
        <VisuallyHidden>{t('edit.newTab')}</VisuallyHidden>
        <ExternalLink size={14} aria-hidden="true" />
      </a>
    </Button>
  );
}
