import { Badge, Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useInstantFormat } from '../../lib/viewer.ts';
import { RotateKeyDialog } from './RotateKeyDialog.tsx';
import type { Account, NewSecret } from './serviceAccount.ts';
import { useAccountActs } from './useAccountActs.ts';
import { UseDialog } from './UseDialog.tsx';

/** A service account: its name, key, times and scopes, and what is done with it. */
export function ServiceAccountRow(props: {
  account: Account;
  onChanged: () => void;
  onSecret: (secret: NewSecret) => void;
}) {
  const { t } = useTranslation('service-accounts');
  const { account } = props;
  const { name, key } = account;
  const [open, setOpen] = useState<'rotate' | 'use' | null>(null);
  const acts = useAccountActs(account, props.onChanged);
  const button = (label: string, onClick: () => void, danger = false) => (
    <Button
      size="xs"
      variant="outline"
      colorPalette={danger ? 'red' : undefined}
      aria-label={t('actOf', { act: label, name })}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <HStack justify="space-between" align="flex-start" gap="3" flexWrap="wrap">
      <Facts account={account} />
      <HStack gap="2" flexWrap="wrap">
        {button(t('used.act'), () => setOpen('use'))}
        {button(t(key ? 'rotate' : 'newKey'), () => setOpen('rotate'))}
        {button(t(`acts.${account.isActive ? 'disable' : 'enable'}.act`), () => void acts.switch())}
        {button(t('acts.delete.act'), () => void acts.remove(), true)}
      </HStack>
      {open === 'rotate' ? (
        <RotateKeyDialog
          account={account}
          onClose={() => setOpen(null)}
          onRotated={(secret) => {
            setOpen(null);
            props.onSecret(secret);
          }}
        />
      ) : null}
      {open === 'use' ? <UseDialog account={account} onClose={() => setOpen(null)} /> : null}
    </HStack>
  );
}

function Facts({ account: { name, description, scopes, isActive, createdBy, createdAt, key } }: { account: Account }) {
  const { t } = useTranslation('service-accounts');
  const format = useInstantFormat();
  const times = [
    t('createdBy', { name: createdBy, date: format(createdAt) }),
    ...(key ? [key.lastUsedAt ? t('lastUsed', { date: format(key.lastUsedAt) }) : t('neverUsed')] : []),
    ...(key ? [t('expires', { date: format(key.expiresAt) })] : []),
    ...(key?.previousUntil ? [t('previousUntil', { date: format(key.previousUntil) })] : []),
  ];
  return (
    <Box minW="0" flex="1 1 18rem">
      <HStack gap="2" flexWrap="wrap">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Text>
        {key ? (
          <Text as="code" fontFamily="mono" textStyle="sm" color="fg.muted">
            {`••••${key.lastFour}`}
          </Text>
        ) : (
          <StatusBadge tone="warning">{t('noKey')}</StatusBadge>
        )}
        {isActive ? null : <StatusBadge tone="neutral">{t('disabled')}</StatusBadge>}
      </HStack>
      <Stack gap="1">
        {description ? <Text overflowWrap="anywhere">{description}</Text> : null}
        <Text textStyle="sm" color="fg.muted">
          {times.join(' · ')}
        </Text>
        {key ? (
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {t('clientId')} <code>{key.clientId}</code>
          </Text>
        ) : null}
        <HStack as="ul" aria-label={t('scopes')} listStyleType="none" gap="1" flexWrap="wrap">
          {scopes.map((scope) => (
            <Badge as="li" key={scope} variant="outline" fontFamily="mono" fontWeight="normal">
              {scope}
            </Badge>
          ))}
        </HStack>
      </Stack>
    </Box>
  );
}
