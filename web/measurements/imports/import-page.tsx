import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { notFound } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contract/devices/devices.ts'
import { DEFAULT_TIME_ZONE } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { MeasurementType } from '#shared/contract/places/taxonomy.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { useScreenParams } from '../../kit/routing/link.tsx'
import { Steps } from '../../ui/data-display/steps.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import { importScreen } from '../screens.ts'
import { Check } from './check.tsx'
import { ChooseFile } from './choose-file.tsx'
import { Columns } from './columns.tsx'
import classes from './import.module.css'
import { PastImports } from './past-imports.tsx'
import { ReadAs } from './reading.tsx'
import { StoreCard } from './store-card.tsx'
import { type ImportWork, useImport } from './use-import.ts'

function Progress({ work }: { work: ImportWork }) {
  const { t } = useTranslation('import')
  const format = useFormat()
  const { preview, plan, doing } = work
  const used = plan?.columns.filter(({ role }) => role !== 'skip').length ?? 0
  const refused = preview?.counts.refused ?? 0
  const steps = [
    { title: t('step.file'), said: preview?.import.file_name ?? t('step.file_help'), wrong: false },
    { title: t('step.columns'), said: plan ? t('step.used', { used, all: plan.columns.length }) : '', wrong: false },
    {
      title: t('step.check'),
      said: preview ? t('step.refused', { count: refused, number: format.number(refused) }) : t('step.check_help'),
      wrong: refused > 0,
    },
  ]
  const now = preview ? (doing === 'storing' ? 2 : 1) : 0
  return <Steps steps={steps} now={now} reached={preview ? 2 : 0} onPick={step => step === 0 && work.leave()} />
}

function OfDevice({ device, types }: { device: Device; types: readonly MeasurementType[] }) {
  const { t } = useTranslation('import')
  const work = useImport(device.id)
  const { preview, plan } = work
  const zone = device.placement?.time_zone ?? DEFAULT_TIME_ZONE
  usePageName(device.name, t('title'))
  const place = [device.name, device.placement?.area_name].filter(Boolean).join(', ')
  const loaded = preview && plan ? { work, preview, plan } : null
  if (!device.may.includes('place')) return <EmptyState page title={t('not_yours')} text={t('not_yours_text')} />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{t('title')}</PageHeading>
          <p className="bm-muted">{place}</p>
        </div>
        {loaded && (
          <Button
            variant="default"
            disabled={work.doing === 'storing'}
            leftSection={<IconUpload size={18} stroke={2} />}
            onClick={work.leave}
          >
            {t('other_file')}
          </Button>
        )}
      </header>
      <Progress work={work} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {loaded ? (
            <>
              <ReadAs {...loaded} />
              <Columns {...loaded} types={types} placeZone={zone} />
              <Check {...loaded} />
            </>
          ) : (
            <ChooseFile work={work} />
          )}
        </div>
        <div className={classes.side}>
          {loaded && <StoreCard {...loaded} device={device} />}
          <PastImports deviceId={device.id} zone={zone} work={work} />
        </div>
      </div>
      <LeaveGuard when={work.doing === 'uploading' || loaded !== null} />
    </div>
  )
}

export const reads = () => [queryOf(api.listSensors, {}), LISTS] as const

export default function ImportPage() {
  const { id } = useScreenParams(importScreen)
  const [devices, { measurement_types }] = useReads(reads())
  const device = devices.find(one => one.id === id)
  if (!device) throw notFound()
  return <OfDevice device={device} types={measurement_types} />
}
