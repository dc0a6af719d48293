import { Button } from '@chakra-ui/react';
import type { ComponentType, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { ActivityLog } from './ActivityLog.tsx';
import { AuditLog } from './AuditLog.tsx';
import { LoginHistory } from './LoginHistory.tsx';

interface LogDialogProps {
  user: { id: string; email: string };
  onClose: () => void;
}

function logDialog(
  name: 'loginHistory' | 'auditLog' | 'activityLog',
  Log: ComponentType<{ user: { id: string } }>,
): (props: LogDialogProps) => ReactElement {
  return function LogDialog({ user, onClose }) {
    const { t } = useTranslation('activity');
    return (
      <Modal
        open
        onClose={onClose}
        title={t('titleOf', { log: t(name), email: user.email })}
        size="xl"
        footer={
          <Button variant="outline" onClick={onClose}>
            {t('close')}
          </Button>
        }
      >
        <Log user={user} />
      </Modal>
    );
  };
}

/** The logs of a user as dialogs of the row menu. */
export const LoginHistoryDialog = logDialog('loginHistory', LoginHistory);
export const AuditLogDialog = logDialog('auditLog', AuditLog);
export const ActivityLogDialog = logDialog('activityLog', ActivityLog);
