import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export function WithOptional({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <>
      {children} <span className="bm-optional">{t('optional')}</span>
    </>
  )
}
