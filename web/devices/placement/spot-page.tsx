import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeading } from '../../kit/pages/page.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { useDevices } from '../queries.ts'

/** Target of the QR code of a spot: leads to the values of whichever device hangs there now. */
export default function SpotPage() {
  const { t } = useTranslation(['devices', 'app'])
  const { id } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useDevices()
  const navigate = useNavigate()
  const here = data?.find(({ placement }) => String(placement?.area_id) === id)
  const deviceId = here?.id
  useEffect(() => {
    if (deviceId !== undefined)
      void navigate({ to: '/data/$id', params: { id: String(deviceId) } as never, replace: true })
  }, [deviceId, navigate])
  if (error && !data) return <ReadFailed failure={error} onRetry={() => void refetch()} />
  if (!data || here) return <PageLoading />
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
