import { Alert, Button, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/ErrorState.tsx';
import { LanguageSwitch } from '../components/LanguageSwitch.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { LinkPasswordForm } from '../features/account/LinkPasswordForm.tsx';
import { SignedOutFrame } from '../features/session/SignedOutFrame.tsx';
import { graphql } from '../lib/graphql.ts';
import { portalName, setTabTitle } from '../lib/portalName.ts';
import { urls } from '../lib/urls.ts';
import { useAccountLinkQuery } from './gql/LinkPasswordPage.ts';

graphql(`
  query AccountLink($purpose: AccountLinkPurpose!, $token: String!) {
    accountLink(purpose: $purpose, token: $token) {
      email
    }
  }
`);

/** The page of an invitation: the first password. */
export const AcceptInvitationPage = () => <LinkPasswordPage purpose="INVITATION" />;

/** The page for a new password. */
export const ResetPasswordPage = () => <LinkPasswordPage purpose="PASSWORD" />;

/** The token of the link is behind # in the address, which no browser sends to a server. */
function LinkPasswordPage({ purpose }: { purpose: 'INVITATION' | 'PASSWORD' }) {
  const { t } = useTranslation('account');
  const [token] = useState(() => window.location.hash.slice(1));
  const [isDone, setDone] = useState(false);
  const title = t(purpose === 'INVITATION' ? 'invitation.title' : 'reset.title', { portal: portalName() });
  useEffect(() => setTabTitle(title), [title]);
  return (
    <SignedOutFrame portal={portalName()} title={title} language={<LanguageSwitch />}>
      {isDone ? (
        <Stack gap="4">
          <Alert.Root status="success">
            <Alert.Indicator />
            <Alert.Title fontWeight="normal">{t('updated')}</Alert.Title>
          </Alert.Root>
          <Button asChild>
            <a href={urls.login}>{t('signIn')}</a>
          </Button>
        </Stack>
      ) : (
        <Content purpose={purpose} token={token} onDone={() => setDone(true)} />
      )}
    </SignedOutFrame>
  );
}

function Content(props: { purpose: 'INVITATION' | 'PASSWORD'; token: string; onDone: () => void }) {
  const { purpose, token, onDone } = props;
  const { t } = useTranslation('account');
  const { data, error, refetch } = useAccountLinkQuery({ variables: { purpose, token }, fetchPolicy: 'network-only' });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="16rem" aria-label={t('checking')} role="status" />;
  if (data.accountLink)
    return (
      <Stack gap="4">
        <Text color="fg.muted">{t(purpose === 'INVITATION' ? 'invitation.help' : 'reset.help')}</Text>
        <LinkPasswordForm purpose={purpose} token={token} email={data.accountLink.email} onDone={onDone} />
      </Stack>
    );
  return (
    <Stack gap="4">
      <Alert.Root status="error" role="alert">
        <Alert.Indicator />
        <Alert.Title fontWeight="normal">{t('invalid')}</Alert.Title>
      </Alert.Root>
      {purpose === 'INVITATION' ? (
        <Text color="fg.muted">{t('invitation.again')}</Text>
      ) : (
        <TextLink to={urls.forgotPassword}>{t('reset.again')}</TextLink>
      )}
    </Stack>
  );
}
