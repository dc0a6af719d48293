import { Alert, Button, Text } from '@chakra-ui/react';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useTranslation } from 'react-i18next';
import { failureOf, type Failure } from '../lib/failure.ts';

interface Described {
  code?: unknown;
  userErrors?: unknown;
  requestId?: unknown;
}

/** Returns `extensions` of the first GraphQL error: code and request id; empty for a network failure. */
function described(error: unknown): Described {
  return CombinedGraphQLErrors.is(error) ? (error.errors[0]?.extensions ?? {}) : {};
}

/** Returns the server's own message about a refused request (such as an unknown filter), in the user's language. */
const refusalOf = (error: unknown): string | undefined =>
  CombinedGraphQLErrors.is(error) && described(error).userErrors ? error.errors[0]?.message : undefined;

/** Whether the schema has no such request: the address of a list may have any filter. */
const isUnknown = (error: unknown) => described(error).code === 'BAD_USER_INPUT';

/** Returns what failed, in words. `failedText` replaces the text about a fault of the server. */
export function useErrorText(error: unknown, failedText?: string): string {
  const { t } = useTranslation('components');
  const texts: Partial<Record<Failure, string>> = {
    unreachable: t('error.unreachable'),
    notFound: t('error.notFound'),
    busy: t('error.busy'),
    forbidden: t('noPermission'),
  };
  if (isUnknown(error)) return refusalOf(error) ?? t('error.invalid');
  return texts[failureOf(error)] ?? failedText ?? t('error.failed');
}

/**
 * Shows what could not be loaded, the request id for support, and Retry. `failedText` replaces the text about a fault of
 * the server.
 */
export function ErrorState(props: { error: unknown; onRetry?: () => void; failedText?: string }) {
  const { error, onRetry, failedText } = props;
  const { t } = useTranslation('components');
  const { requestId } = described(error);
  const text = useErrorText(error, failedText);
  return (
    <Alert.Root status="error" role="alert" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{text}</Alert.Title>
        {typeof requestId === 'string' ? (
          <Alert.Description>
            <Text textStyle="xs">{t('error.requestId', { id: requestId })}</Text>
          </Alert.Description>
        ) : null}
      </Alert.Content>
      {onRetry ? (
        <Button size="sm" variant="outline" colorPalette="red" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </Alert.Root>
  );
}
