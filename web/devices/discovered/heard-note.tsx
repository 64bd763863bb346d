import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import classes from '../ownership/ownership.module.css'
import { heardDevicesScreen } from '../screens.ts'

const RELOAD = 60_000

/** Tells administrators of devices that speak and that nobody has added. */
export function HeardNote() {
  const { t } = useTranslation('devices')
  const { admin } = useUser()
  const { data } = useQuery({ ...queryOf(api.listUnknownDevices, {}), enabled: admin, refetchInterval: RELOAD })
  const topics = useQuery({ ...queryOf(api.listHeardTopics, {}), enabled: admin, refetchInterval: RELOAD })
  const count = (data?.length ?? 0) + (topics.data?.length ?? 0)
  if (count === 0) return null
  return (
    <div className={classes.offers}>
      <p className={classes.offer}>
        <StatusShape status="pending" size={20} />
        <b className="bm-grow">{t('heard.note', { count })}</b>
        <Button variant="default" component={ScreenLink} to={linkTo(heardDevicesScreen)}>
          {t('heard.show')}
        </Button>
      </p>
    </div>
  )
}
