import { Button, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormErrors } from './FormField.tsx';
import { Modal, useCloseModal } from './Modal.tsx';
import type { SubmitForm } from './useSubmitForm.ts';

interface FormDialogProps<T extends FieldValues> {
  submission: SubmitForm<T>;
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
  status?: ReactNode;
  /** Instead of the usual text of the question before typed work is lost. */
  question?: string;
  children: ReactNode;
}

/**
 * A form in a dialog: the fields, what the server says about the whole form, and the buttons. It asks before typed work
 * is lost, and nothing closes it while it is being saved.
 */
export function FormDialog<T extends FieldValues>(props: FormDialogProps<T>) {
  const { form, element, guard } = props.submission;
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
          <FormErrors message={form.formState.errors.root?.server?.message} />
          {props.children}
        </Stack>
      </form>
    </Modal>
  );
}

function FormButtons<T extends FieldValues>(props: FormDialogProps<T>) {
  const { t } = useTranslation('components');
  const close = useCloseModal();
  const { isPending, element } = props.submission;
  return (
    <>
      <Text role="status" me="auto" textStyle="xs" color="fg.muted">
        {isPending ? props.status : null}
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
