import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { outboxScreen } from '../screens.ts'
import classes from './outbox.module.css'
import { useUnsent } from './outbox.ts'

/** Strip for all that is not with the server yet, as long as there is something; leads to the outbox. */
export function OutboxStrip() {
  const { t } = useTranslation('outbox')
  const unsent = useUnsent()
  const waiting = unsent.filter(({ state }) => state === 'waiting').length
  const wrong = unsent.length - waiting
  if (unsent.length === 0) return null
  const words = [waiting > 0 && t('strip.waiting', { count: waiting }), wrong > 0 && t('strip.wrong', { count: wrong })]
  return (
    <ScreenLink to={linkTo(outboxScreen)} className={classes.strip} data-wrong={wrong > 0 || undefined}>
      <StatusShape status={wrong > 0 ? 'act_now' : 'pending'} size={20} />
      <span className="bm-grow">{words.filter(Boolean).join(' ')}</span>
      <IconChevronRight size={20} stroke={2} aria-hidden="true" />
    </ScreenLink>
  )
}
