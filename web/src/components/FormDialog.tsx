import { Button, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormErrors } from './FormField.tsx';
import { Modal } from './Modal.tsx';
import { useCloseDialog } from './useRequestClose.ts';
import type { SubmitForm, SubmitPhase } from './useSubmitForm.ts';

interface FormDialogProps<T extends FieldValues> {
  form: SubmitForm<T>;
  title: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'l-md';
  onClose: () => void;
  /** Label of the button that saves. */
  submitLabel: string;
  /** Label of the button that closes; 'Cancel' when absent. */
  closeLabel?: string;
  /** Label of the button that saves, while the server is working; `submitLabel` when absent. */
  pendingLabel?: string;
  /** The server's current work, next to the buttons. */
  status?: Partial<Record<NonNullable<SubmitPhase>, string>>;
  /** Replaces the usual text of the question before unsaved input is lost. */
  question?: string;
  children: ReactNode;
}

/**
 * A form in a dialog: the fields, the server's message about the whole form, and the buttons. It asks before unsaved
 * input is lost, and nothing closes it during a save.
 */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const { element, guard, problem, dismiss } = props.form;
  return (
    <Modal
      open
      keepOpen
      onClose={props.onClose}
      title={props.title}
      size={props.size}
      guard={{ ...guard, question: props.question }}
      footer={<FormButtons {...props} />}
    >
      <form {...element}>
        <Stack gap="4" pb="2">
          <FormErrors message={problem} onDismiss={dismiss} />
          {props.children}
        </Stack>
      </form>
    </Modal>
  );
}

function FormButtons<T extends FieldValues>(props: FormDialogProps<T>) {
  const { t } = useTranslation('components');
  const close = useCloseDialog();
  const { phase, element } = props.form;
  const isPending = phase !== null;
  return (
    <>
      <Text role="status" me="auto" textStyle="xs" color="fg.muted">
        {phase && props.status?.[phase]}
      </Text>
      <Button variant="outline" disabled={isPending} onClick={close}>
        {props.closeLabel ?? t('cancel')}
      </Button>
      <Button type="submit" form={element.id} loading={isPending} loadingText={props.pendingLabel ?? props.submitLabel}>
        {props.submitLabel}
      </Button>
    </>
  );
}
