import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../kit/api/session.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

interface Props {
  permission: 'pro-analysis' | 'research-analysis'
  children: ReactNode
}

/** Shows its children to whoever may analyse, and to others who can let them. */
export function AnalystsOnly({ permission, children }: Props) {
  const { t } = useTranslation('statistics')
  const { admin, permissions } = useUser()
  if (admin || permissions.includes(permission)) return children
  return (
    <ErrorState
      page
      icon={<IconLock size={30} stroke={1.8} />}
      title={t(`only.${permission}.title`)}
      text={t(`only.${permission}.text`)}
    />
  )
}
