import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { outboxScreen } from '../screens.ts'
import { useUnsent, watchOutbox } from './outbox.ts'

/** Number of things that wait for reception, for the bar that says there is none. */
export default function Waiting({ className }: { className: string | undefined }) {
  const { t } = useTranslation('outbox')
  const { length } = useUnsent()
  useEffect(watchOutbox, [])
  if (length === 0) return null
  return (
    <ScreenLink to={linkTo(outboxScreen)} className={className}>
      {t('bar', { count: length })}
    </ScreenLink>
  )
}
