import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsent, watchOutbox } from './outbox.ts'

/** For the bar that says there is no reception: how much waits for it. */
export default function Waiting({ className }: { className: string | undefined }) {
  const { t } = useTranslation('outbox')
  const { length } = useUnsent()
  useEffect(watchOutbox, [])
  if (length === 0) return null
  return (
    <Link to="/outbox" className={className}>
      {t('bar', { count: length })}
    </Link>
  )
}
