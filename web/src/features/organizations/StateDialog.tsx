import { Button, Stack } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormErrors } from '../../components/FormField.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useCloseDialog } from '../../components/useRequestClose.ts';
import type { UserError } from '../../lib/userErrors.ts';

/** The question before an organization is activated or deactivated. `act` resolves to the server's refusals. */
export function StateDialog(props: {
  title: string;
  label: string;
  danger?: boolean;
  /** What it decides on is still being read. */
  disabled?: boolean;
  act: () => Promise<readonly UserError[]>;
  done: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('organization-form');
  const { label, onClose } = props;
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run() {
    setRunning(true);
    setProblem(undefined);
    try {
      const refused = await props.act();
      if (refused.length > 0) return setProblem(refused.map(({ message }) => message).join(' '));
      toaster.success({ title: props.done });
      onClose();
    } catch {
      setProblem(t('state.failed'));
    } finally {
      setRunning(false);
    }
  }

  return (
    <Modal
      open
      onClose={onClose}
      title={props.title}
      guard={{ state: () => (isRunning ? 'busy' : 'clean') }}
      footer={
        <>
          <Cancel disabled={isRunning} />
          <Button
            colorPalette={props.danger ? 'red' : undefined}
            disabled={props.disabled}
            loading={isRunning}
            loadingText={label}
            onClick={() => void run()}
          >
            {label}
          </Button>
        </>
      }
    >
      <Stack gap="3" pb="2">
        <FormErrors message={problem} onDismiss={() => setProblem(undefined)} />
        {props.children}
      </Stack>
    </Modal>
  );
}

/** Has the focus: Enter in a question about something grave does nothing. */
function Cancel({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('components');
  const close = useCloseDialog();
  return (
    <Button variant="outline" disabled={disabled} data-autofocus="" onClick={close}>
      {t('cancel')}
    </Button>
  );
}
