import { Button } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { UserError } from '../../lib/userErrors.ts';

/** The question before the action, or why the server would refuse it. */
export type ChangeQuestion = { body: ReactNode } | { refused: readonly UserError[] };

/**
 * What a user does about a submitted change: a button that asks, does it once and says how it ended. `act` resolves to
 * the server's refusals; to none when it was done.
 */
export function ChangeAction(props: {
  name: 'withdraw' | 'sendAgain' | 'dismiss';
  icon: LucideIcon;
  danger?: boolean;
  ask?: () => Promise<ChangeQuestion>;
  act: () => Promise<readonly UserError[]>;
}) {
  const { t } = useTranslation('device-settings');
  const { name, icon: Icon, danger } = props;
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  // Set at once, unlike a state: the second click of a double click asks nothing.
  const isRunning = useRef(false);

  const refuse = (refused: readonly UserError[]) =>
    toaster.error({ title: t(`${name}.failed`), description: refused.map(({ message }) => message).join(' ') });

  async function run() {
    const question = props.ask ? await props.ask() : { body: t(`${name}.body`) };
    if ('refused' in question) return refuse(question.refused);
    const { body } = question;
    if (!(await confirm({ title: t(`${name}.title`), body, confirmLabel: t(`${name}.confirm`), danger }))) return;
    setBusy(true);
    const refused = await props.act();
    if (refused.length > 0) refuse(refused);
    else toaster.success({ title: t(`${name}.done`) });
  }

  async function start() {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run();
    } catch {
      toaster.error({ title: t(`${name}.failed`), description: t(`${name}.unchanged`) });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return (
    <Button
      size="xs"
      variant="outline"
      colorPalette={danger ? 'red' : undefined}
      loading={busy}
      loadingText={t(`${name}.button`)}
      onClick={() => void start()}
    >
      <Icon aria-hidden="true" />
      {t(`${name}.button`)}
    </Button>
  );
}
