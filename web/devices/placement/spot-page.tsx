import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../kit/api/query.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { DEVICES } from '../queries.ts'

export const reads = () => [DEVICES] as const

/** Target of the QR code of a spot: leads to the values of whichever device hangs there now. */
export default function SpotPage() {
  const { t } = useTranslation(['devices', 'app'])
  const { id } = useParams({ strict: false }) as { id?: string }
  const devices = useRead(DEVICES)
  const navigate = useNavigate()
  const here = devices.find(({ placement }) => String(placement?.area_id) === id)
  const deviceId = here?.id
  useEffect(() => {
    if (deviceId !== undefined)
      void navigate({ to: '/data/$id', params: { id: String(deviceId) } as never, replace: true })
  }, [deviceId, navigate])
  if (here) return <PageLoading />
  return (
    <>
      <PageHeading className="bm-hidden">{t('app:title.data')}</PageHeading>
      <EmptyState
        title={t('spot.empty_title')}
        text={t('spot.empty_text')}
        action={
          <Button component={Link} to="/devices">
            {t('title')}
          </Button>
        }
      />
    </>
  )
}
