import { IconChevronLeft } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useWayBack } from '../../kit/routing/link.tsx'
import { homeScreen } from '../../locations/screens.ts'
import classes from './data.module.css'

/** The way back to where somebody came from, at the place and with the filters they left; home where they began here. */
export function BackLink() {
  const { t } = useTranslation('measurements')
  const wayBack = useWayBack()
  const onClick = (event: MouseEvent) => {
    const back = wayBack()
    if (!back || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    back()
  }
  return (
    <ScreenLink to={linkTo(homeScreen)} className={classes.back} aria-label={t('go_back')} onClick={onClick}>
      <IconChevronLeft size={24} stroke={2.2} />
    </ScreenLink>
  )
}
