import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenParams } from '../../kit/routing/link.tsx'
import { dataScreen } from '../../measurements/screens.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { DEVICES } from '../queries.ts'
import { areaScreen, devicesScreen } from '../screens.ts'

export const reads = () => [DEVICES] as const

/** Target of the QR code of a spot: leads to the values of whichever device hangs there now. */
export default function SpotPage() {
  const { t } = useTranslation(['devices', 'app'])
  const { id } = useScreenParams(areaScreen)
  const devices = useRead(DEVICES)
  const go = useGo()
  const there = devices.filter(({ placement }) => placement?.area_id === id)
  // A new one beside it has nothing to show yet.
  const here = there.find(({ last_msg_date }) => last_msg_date !== null) ?? there[0]
  const deviceId = here?.id
  useEffect(() => {
    if (deviceId !== undefined) void go(linkTo(dataScreen, { params: { id: deviceId } }), { replace: true })
  }, [deviceId, go])
  if (here) return <PageLoading />
  return (
    <>
      <PageHeading className="bm-hidden">{t('app:title.data')}</PageHeading>
      <EmptyState
        title={t('spot.empty_title')}
        text={t('spot.empty_text')}
        action={
          <Button component={ScreenLink} to={linkTo(devicesScreen)}>
            {t('title')}
          </Button>
        }
      />
    </>
  )
}
