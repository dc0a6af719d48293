import { Stack, Text, Textarea } from '@chakra-ui/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { MAX_REASON, voidReasonRules } from '#rules/night-voids/night-voids';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ForecastTable } from '../../components/ForecastTable.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { FormField } from '../../components/FormField.tsx';
import { SkeletonLines } from '../../components/Skeletons.tsx';
import { toaster } from '../../components/Toaster.tsx';
import { useSubmitForm } from '../../components/useSubmitForm.ts';
import { formatCount } from '../../lib/numberLocale.ts';
import { NightChoice } from './NightChoice.tsx';
import type { NightAct, NightsCheck } from './nightVoidOperations.ts';
import { useNightAct } from './useNightAct.ts';

interface NightVoidsDialogProps {
  act: NightAct;
  onClose: () => void;
  /** Called after the nights were changed and `onClose` was called. */
  onDone: () => void;
}

/** Voids nights of a card, or gives them back: shows which ones, and asks with compliance before and after. */
export function NightVoidsDialog({ act, onClose, onDone }: NightVoidsDialogProps) {
  const { t } = useTranslation('night-voids');
  const state = useNightAct(act);
  const { what } = act;
  const isVoid = what === 'void';
  const submitForm = useSubmitForm<{ reason: string }>({
    ...(isVoid && { resolver: yupResolver(voidReasonRules) }),
    defaultValues: { reason: '' },
    async onSubmit({ reason }, { confirm, saving, saved }) {
      const count = state.chosen.length;
      if (count === 0) return [{ field: '', code: 'none', message: t('none') }];
      const found = await state.check(reason);
      if (found.userErrors.length > 0) return found.userErrors;
      const answer = await confirm({
        title: t(`${what}.question`, { count }),
        body: <Consequences found={found} isVoid={isVoid} />,
        confirmLabel: t(`${what}.submit`),
        danger: isVoid,
        wide: true,
      });
      if (!answer) return;
      const { result, userErrors } = await saving(state.act(reason, found.version));
      if (userErrors.length > 0) return userErrors;
      saved();
      onClose();
      toaster.success({ title: result });
      onDone();
    },
  });
  const { register, formState } = submitForm.form;
  const refused = state.preview?.userErrors.find(({ field }) => field !== 'reason');
  return (
    <FormDialog form={submitForm} size="lg" title={t(`${what}.title`)} onClose={onClose} submitLabel={t('continue')}>
      <Text>{t(`${what}.intro`)}</Text>
      {state.problem ? (
        <ErrorState error={state.problem} onRetry={state.reload} />
      ) : refused ? (
        <Text role="alert" color="fg.error">
          {refused.message}
        </Text>
      ) : state.preview ? (
        <>
          <NightChoice state={state} />
          <Text role="status" textStyle="sm" color="fg.muted">
            {t('chosen', { chosen: formatCount(state.chosen.length), all: formatCount(state.nights.length) })}
          </Text>
        </>
      ) : (
        <SkeletonLines lines={4} />
      )}
      {isVoid ? (
        <FormField
          label={t('reason')}
          help={t('reasonHelp', { max: formatCount(MAX_REASON) })}
          error={formState.errors.reason?.message}
          required
        >
          <Textarea maxLength={MAX_REASON} rows={3} {...register('reason')} />
        </FormField>
      ) : null}
    </FormDialog>
  );
}

function Consequences({ found, isVoid }: { found: NightsCheck; isVoid: boolean }) {
  const { t } = useTranslation('night-voids');
  return (
    <Stack gap="3">
      <Text>{t(isVoid ? 'void.consequence' : 'giveBack.consequence')}</Text>
      {found.patients.length > 0 ? <ForecastTable rows={found.patients} /> : <Text>{t('ofNoPatient')}</Text>}
    </Stack>
  );
}
