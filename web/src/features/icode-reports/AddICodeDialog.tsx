import { Button } from '@chakra-ui/react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { Modal } from '../../components/Modal.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { AddICodeForm, type ICodeFormValues, type SubmitResult } from './AddICodeForm.tsx';
import { useSubmitICodes, type SavedICodeReport } from './useSubmitICodes.ts';

/**
 * 'Add iCode Report': 1 to 4 codes of one device. Without a patient it is the anonymous upload and the serial is free.
 * Asks before submitting, and before closing when something was entered. Closes after a submission unless pasted codes still wait.
 */
export function AddICodeDialog(props: {
  patientId: string | null;
  serial: string | null;
  onClose: () => void;
  /** After each submission; the dialog closes itself when there is nothing more to submit. */
  onSaved: (reports: readonly SavedICodeReport[]) => void;
  /** Closed after a submission that was not answered in time: it may have been stored. */
  onUncertain?: () => void;
}) {
  const { t } = useTranslation('icode-reports');
  const confirm = useConfirm();
  const send = useSubmitICodes();
  const formId = useId();
  const [sending, setSending] = useState(false);
  const [timedOut, setTimedOut] = useState(false);
  // State is too late for a second Enter or click in the same moment.
  const busy = useRef(false);
  const dirty = useRef(false);

  async function submit(values: ICodeFormValues): Promise<SubmitResult> {
    if (busy.current) return 'unchanged';
    busy.current = true;
    try {
      const sure = {
        title: t('add.sure'),
        body: t('add.sureSubmit', { number: values.codes.length, serial: values.serial }),
      };
      if (!(await confirm({ ...sure, confirmLabel: t('add.submit') }))) return 'unchanged';
      setSending(true);
      setTimedOut(false);
      const answer = await send({ patientId: props.patientId, ...values });
      setTimedOut(answer.kind === 'timeout');
      if (answer.kind === 'timeout') return 'unchanged';
      if (answer.kind === 'failed') return [];
      if (answer.payload.userErrors.length > 0) return answer.payload.userErrors;
      toaster.success({ title: t('add.done', { number: answer.payload.icodeReports.length }) });
      props.onSaved(answer.payload.icodeReports);
      return 'saved';
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  async function close() {
    if (busy.current) return;
    const body = t(timedOut ? 'add.sureCloseUncertain' : 'add.sureClose');
    if (dirty.current && !(await confirm({ title: t('add.sure'), body, confirmLabel: t('close'), danger: true })))
      return;
    if (timedOut) props.onUncertain?.();
    props.onClose();
  }

  return (
    <Modal
      open
      keepOpen
      onClose={() => void close()}
      title={t('add.title')}
      size="l-md"
      footer={
        <>
          <Button variant="outline" onClick={() => void close()} disabled={sending}>
            {t('close')}
          </Button>
          <Button type="submit" form={formId} loading={sending} loadingText={t('add.sending')}>
            {t(timedOut ? 'add.retry' : 'add.submit')}
          </Button>
        </>
      }
    >
      <AddICodeForm
        id={formId}
        serial={props.serial}
        patientId={props.patientId}
        timedOut={timedOut}
        onDirty={(value) => {
          dirty.current = value;
        }}
        onSubmit={submit}
        onDone={props.onClose}
      />
    </Modal>
  );
}
