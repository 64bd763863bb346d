import { Button } from '@mantine/core'
import { IconMapSearch } from '@tabler/icons-react'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useMemory } from '../navigation/remember.ts'

/** Resources an address may name that do not exist, each with a sentence of its own. */
export const RESOURCES = [
  'device',
  'location',
  'area',
  'location_research',
  'rule',
  'inspection',
  'checklist',
  'manual',
] as const

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
  const { resource } = useSearch({ strict: false }) as { resource?: string }
  const known = RESOURCES.find(one => one === resource) ?? 'page'
  return (
    <ErrorState
      page
      icon={<IconMapSearch size={30} stroke={1.8} />}
      title={t(`not_found.${known}`)}
      text={t('not_found.text')}
      action={
        <>
          <Button component={Link} to={known === 'device' ? '/devices' : '/'}>
            {t(known === 'device' ? 'not_found.to_devices' : 'not_found.to_start')}
          </Button>
          <Back />
        </>
      }
    />
  )
}
