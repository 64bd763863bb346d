import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { devicesScreen } from '../devices/screens.ts'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'

/** Stands where a report would be asked for, for somebody without an area that has a device. */
export function NoReports() {
  const { t } = useTranslation(['reports', 'app'])
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button component={ScreenLink} to={linkTo(devicesScreen)}>
          {t('app:title.devices')}
        </Button>
      }
    />
  )
}
