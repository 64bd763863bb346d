import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { devicesScreen } from '../../devices/screens.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useScreenSearch } from '../../kit/routing/link.tsx'
import { homeScreen } from '../../locations/screens.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useMemory } from '../navigation/remember.ts'
import { notFoundScreen } from '../screens.ts'

/** The way back to the screen that led here. */
function Back() {
  const { t } = useTranslation()
  const router = useRouter()
  const { previous } = useMemory()
  if (!previous) return null
  return (
    <Button variant="default" onClick={() => void router.navigate({ href: previous.path })}>
      {t('not_found.back')}
    </Button>
  )
}

export default function NotFoundPage() {
  const { t } = useTranslation()
  const { resource: known = 'page' } = useScreenSearch(notFoundScreen)
  return (
    <ErrorState
      page
      icon={<IconMapSearch size={30} stroke={1.8} />}
      title={t(`not_found.${known}`)}
      text={t('not_found.text')}
      action={
        <>
          <Button component={ScreenLink} to={linkTo(known === 'device' ? devicesScreen : homeScreen)}>
            {t(known === 'device' ? 'not_found.to_devices' : 'not_found.to_start')}
          </Button>
          <Back />
        </>
      }
    />
  )
}
