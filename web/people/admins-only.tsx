import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../kit/api/session.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'

/** Shows its children to administrators, and to others the sentence that they alone may see them. */
export function AdminsOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation('people')
  if (useUser().admin) return children
  return (
    <ErrorState page icon={<IconLock size={30} stroke={1.8} />} title={t('admins_only')} text={t('admins_only_text')} />
  )
}
