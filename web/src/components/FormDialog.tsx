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
  /** The button that saves. */
  submitLabel: string;
  /** The button that closes; 'Cancel' when absent. */
  closeLabel?: string;
  /** The button that saves, while the server works on it; `submitLabel` when absent. */
  pendingLabel?: string;
  /** What the server is doing, next to the buttons. */
  status?: Partial<Record<NonNullable<SubmitPhase>, string>>;
  /** Instead of the usual text of the question before typed work is lost. */
  question?: string;
  children: ReactNode;
}

/**
 * A form in a dialog: the fields, what the server says about the whole form, and the buttons. It asks before typed work
 * is lost, and nothing closes it while it is being saved.
 */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const { element, guard, problem } = props.form;
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
          <FormErrors message={problem} />
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
