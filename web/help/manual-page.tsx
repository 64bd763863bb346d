import { Button } from '@mantine/core'
import { IconArrowLeft, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { API_BASE } from '#shared/contract/call.ts'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { LISTS } from '../kit/api/lists.ts'
import { currentLanguage } from '../kit/language/language.ts'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink, useScreenParams } from '../kit/routing/link.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { Example } from './fill-in/example.tsx'
import { FillIn } from './fill-in/fill-in.tsx'
import { useFilledIn } from './fill-in/filled-in.ts'
import { WatchDevice } from './fill-in/watch-device.tsx'
import classes from './help.module.css'
import { examplesIn, useManual } from './manual-file.ts'
import { ManualText } from './manual-text.tsx'
import { NoManuals } from './no-manuals.tsx'
import { manualScreen, manualsScreen } from './screens.ts'

function Text({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('help')
  const { data: manual, error, refetch } = useManual(id)
  const filled = useFilledIn()
  usePageName(name)
  if (!manual) return error ? <NoManuals onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <article className={`${classes.page} ${classes.manual}`}>
      <nav className={classes.tools}>
        <ScreenLink to={linkTo(manualsScreen)} className={classes.back}>
          <IconArrowLeft size={20} stroke={1.8} />
          {t('all_manuals')}
        </ScreenLink>
        <div className={classes.actions}>
          <Button variant="default" leftSection={<IconPrinter size={20} stroke={1.8} />} onClick={() => window.print()}>
            {t('print')}
          </Button>
          <Button
            component="a"
            href={`${API_BASE}/manuals/${id}?locale=${currentLanguage()}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconFileTypePdf size={20} stroke={1.8} />}
          >
            {t('pdf')}
          </Button>
        </div>
      </nav>
      <PageHeading>{name}</PageHeading>
      <ManualText
        manual={manual}
        head={<FillIn filled={filled} examples={examplesIn(manual)} />}
        example={one => <Example name={one} values={filled.values} hasBroker={filled.hasBroker} />}
      />
      {filled.device && examplesIn(manual).length > 0 && <WatchDevice device={filled.device} keyId={filled.newKeyId} />}
      <footer className="bm-small bm-muted">{t('written_for', { version: `v${PRODUCT_VERSION}` })}</footer>
    </article>
  )
}

export default function ManualPage() {
  const { key } = useScreenParams(manualScreen)
  const { data, error, refetch } = useQuery(LISTS)
  if (!data) return error ? <NoManuals onRetry={() => void refetch()} /> : <PageLoading />
  const known = data.manuals.find(one => one.key === key)
  if (!known) throw notFound()
  return <Text id={key} name={known.name} />
}
