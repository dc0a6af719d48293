import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { useConfirm } from '../../components/ConfirmDialog.tsx';
import { Modal } from '../../components/Modal.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { toaster } from '../../components/Toaster.tsx';
import type { SecondFactorMethod } from '../../gql/schema.ts';
import { graphql } from '../../lib/graphql.ts';
import type { SecondFactorsQuery } from '../../pages/gql/SecurityPage.ts';
import { AddFactor } from './AddFactor.tsx';
import { useRegenerateRecoveryCodes, useRemoveSecondFactor } from './gql/SecondFactorCards.ts';
import { PasskeyList } from './PasskeyList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

graphql(`
  mutation RemoveSecondFactor($method: SecondFactorMethod!) {
    removeSecondFactor(method: $method) {
      ...UserErrors
    }
  }
`);

graphql(`
  mutation RegenerateRecoveryCodes {
    regenerateRecoveryCodes {
      recoveryCodes
      ...UserErrors
    }
  }
`);

type State = SecondFactorsQuery['secondFactors'];
const METHODS: readonly SecondFactorMethod[] = ['APP', 'SMS', 'PASSKEY'];

/** A card for each second factor of the viewer, and one for the recovery codes. */
export function SecondFactorCards({ state, onChanged }: { state: State; onChanged: () => void }) {
  const { t } = useTranslation('two-factor');
  const [adding, setAdding] = useState<SecondFactorMethod>();
  const shown = METHODS.filter((method) => state.allowed.includes(method) || state.factors.includes(method));
  const close = () => setAdding(undefined);
  return (
    <Stack gap="4" maxW="720px">
      {shown.map((method) => (
        <FactorCard key={method} method={method} state={state} onChanged={onChanged} onAdd={() => setAdding(method)} />
      ))}
      {state.factors.length > 0 ? <RecoveryCard left={state.recoveryCodesLeft} onChanged={onChanged} /> : null}
      {adding ? (
        <Modal open keepOpen onClose={close} title={t(`methods.${adding}.name`)} size="sm">
          <AddFactor
            method={adding}
            choosesPhone={state.choosesPhone}
            doneLabel={t('done')}
            onBack={close}
            onDone={() => {
              close();
              onChanged();
            }}
          />
        </Modal>
      ) : null}
    </Stack>
  );
}

function FactorCard(props: { method: SecondFactorMethod; state: State; onAdd: () => void; onChanged: () => void }) {
  const { method, state } = props;
  const { t } = useTranslation('two-factor');
  const confirm = useConfirm();
  const remove = useRemoveSecondFactor();
  const isOn = state.factors.includes(method);

  async function turnOff() {
    const name = t(`methods.${method}.name`);
    if (!(await confirm({ title: t('warning'), body: t('turnOffQuestion', { name }), danger: true }))) return;
    try {
      const { userErrors } = await remove({ method });
      if (userErrors[0]) return toaster.error({ title: userErrors[0].message });
      toaster.success({ title: t('turnedOff', { name }) });
      props.onChanged();
    } catch {
      toaster.error({ title: t('failed') });
    }
  }

  return (
    <Card
      title={t(`methods.${method}.name`)}
      action={
        <StatusBadge tone={isOn ? 'success' : 'neutral'} icon="dot">
          {t(isOn ? 'on' : 'off')}
        </StatusBadge>
      }
    >
      <Stack gap="3">
        <Text color="fg.muted">
          {method === 'SMS' && state.phoneEnding
            ? t('sms.endsWith', { ending: state.phoneEnding })
            : t(`methods.${method}.needs`)}
        </Text>
        {method === 'PASSKEY' && state.passkeys.length > 0 ? (
          <PasskeyList passkeys={state.passkeys} onChanged={props.onChanged} />
        ) : null}
        <HStack>
          {state.allowed.includes(method) ? (
            <Button size="sm" variant="outline" onClick={props.onAdd}>
              {t(method === 'PASSKEY' ? 'passkey.make' : isOn ? 'replace' : 'setUp')}
            </Button>
          ) : null}
          {isOn && method !== 'PASSKEY' ? (
            <Button size="sm" variant="ghost" onClick={() => void turnOff()}>
              {t('turnOff')}
            </Button>
          ) : null}
        </HStack>
      </Stack>
    </Card>
  );
}

function RecoveryCard({ left, onChanged }: { left: number; onChanged: () => void }) {
  const { t } = useTranslation('two-factor');
  const confirm = useConfirm();
  const regenerate = useRegenerateRecoveryCodes();
  const [codes, setCodes] = useState<string[]>();

  async function replace() {
    if (!(await confirm({ title: t('warning'), body: t('recovery.question') }))) return;
    try {
      const { recoveryCodes, userErrors } = await regenerate({});
      if (recoveryCodes) setCodes(recoveryCodes);
      else toaster.error({ title: userErrors[0]?.message ?? t('failed') });
    } catch {
      toaster.error({ title: t('failed') });
    }
  }
  const close = () => {
    setCodes(undefined);
    onChanged();
  };

  return (
    <Card title={t('recovery.title')}>
      <Stack gap="3" align="flex-start">
        <Text color="fg.muted">{t('recovery.left', { count: left })}</Text>
        <Button size="sm" variant="outline" onClick={() => void replace()}>
          {t('recovery.regenerate')}
        </Button>
      </Stack>
      {codes ? (
        <Modal open keepOpen onClose={close} title={t('recovery.title')} size="md">
          <RecoveryCodes codes={codes} doneLabel={t('done')} onDone={close} />
        </Modal>
      ) : null}
    </Card>
  );
}
