import type { Country } from '#rules/shared/address';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/Card.tsx';
import { DescriptionList } from '../../components/DescriptionList.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { formatPhone } from '../../lib/phone.ts';
import { urls } from '../../lib/urls.ts';
import { useInstantFormat } from '../../lib/viewer.ts';
import { userStatusLooks } from './userList.tsx';
import type { UserCardProps } from './userCard.ts';

/** The account of a user: the values that lists show, and when they last signed in. */
export function UserInformation({ user }: UserCardProps) {
  const { t } = useTranslation('user-page');
  const { t: users } = useTranslation('users');
  const { t: components } = useTranslation('components');
  const format = useInstantFormat();
  const role =
    user.roleId === null ? user.roleLabel : <TextLink to={urls.role(user.roleId)}>{user.roleLabel}</TextLink>;
  const factors = [user.twoFactorAppEnabled && t('factorApp'), user.twoFactorSmsEnabled && t('factorSms')];
  return (
    <Card title={t('information')}>
      <DescriptionList
        items={[
          { label: t('username'), value: user.email },
          { label: t('firstName'), value: user.firstName },
          { label: t('lastName'), value: user.lastName },
          { label: t('phone'), value: user.phone && formatPhone(user.phone) },
          { label: t('country'), value: user.country && components(`address.countries.${user.country as Country}`) },
          { label: t('role'), value: role },
          { label: t('userType'), value: user.userType && users(`userTypes.${user.userType}`) },
          {
            label: t('status'),
            value: user.status && (
              <StatusBadge {...userStatusLooks[user.status]}>{users(`statuses.${user.status}`)}</StatusBadge>
            ),
          },
          { label: t('secondFactor'), value: factors.filter(Boolean).join(', ') || t('noFactor') },
          { label: t('lastLogin'), value: format(user.lastSuccessfulLogin) || t('never') },
          { label: t('created'), value: format(user.createdAt) },
        ]}
      />
    </Card>
  );
}
