import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { NoPermission } from './NoPermission.tsx';

const codeOf = (error: unknown) => (CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.code : undefined);

/**
 * Shown instead of a page without data: no permission, an error with Retry, or, without an error, not found (which
 * includes objects that the viewer may not see). `action` offers a way to continue.
 */
export function PageProblem(props: { error?: unknown; onRetry: () => void; action?: ReactNode }) {
  const { t } = useTranslation('components');
  const code = codeOf(props.error);
  if (code === 'FORBIDDEN') return <NoPermission />;
  if (!props.error || code === 'NOT_FOUND') {
    return <EmptyState icon={SearchX} text={t('error.notFound')} action={props.action} />;
  }
  return <ErrorState error={props.error} onRetry={props.onRetry} />;
}
