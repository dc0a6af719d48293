import { useTranslation } from 'react-i18next';
import { ProgramLine } from '../../components/ProgramLine.tsx';
import { exchangeLine } from '../../lib/exchangeLine.ts';

/**
 * How a program uses an API key: the line that exchanges it for a token, and where everything else is. `secret`: of a key
 * that was just made; without it the line takes the secret from the environment.
 */
export function ApiKeyUse({ clientId, secret }: { clientId: string; secret: string | null }) {
  const { t } = useTranslation('users');
  return <ProgramLine title={t('apiKey.use')} line={exchangeLine(clientId, secret)} />;
}
