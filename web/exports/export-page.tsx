import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { devicesScreen } from '../devices/screens.ts'
import { useApiMutation } from '../kit/api/query.ts'
import { PageHeading } from '../kit/pages/page.tsx'
import { linkTo } from '../kit/routing/address.ts'
import { ScreenLink } from '../kit/routing/link.tsx'
import { useNow } from '../kit/time/now.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { Segments } from '../ui/forms/segments.tsx'
import { ExportCard } from './card.tsx'
import { exportBody, isWhole } from './choice.ts'
import { Downloads } from './downloads.tsx'
import classes from './exports.module.css'
import { KeptExports } from './kept-exports.tsx'
import { Measurements } from './measurements.tsx'
import { ExportPeriodFields } from './period.tsx'
import { EXPORT_READS, type ExportLists, useChoice, useExportLists, usePreview } from './queries.ts'
import { Result } from './result.tsx'
import { SourceTree } from './source-tree.tsx'
import { deviceGroups, placementGroups, researchPeriod } from './sources.ts'

export const reads = () => EXPORT_READS

/** Page of an export: devices, measurements and period become a file, told about before it is made. */
export default function ExportPage() {
  const read = useExportLists()
  return read.devices.length === 0 && read.placements.length === 0 ? <Nothing /> : <Form read={read} />
}

function Nothing() {
  const { t } = useTranslation(['exports', 'app'])
  return (
    <>
      <PageHeading className="bm-hidden">{t('app:title.export')}</PageHeading>
      <EmptyState
        title={t('empty.title')}
        text={t('empty.text')}
        action={
          <Button component={ScreenLink} to={linkTo(devicesScreen)}>
            {t('app:title.devices')}
          </Button>
        }
      />
    </>
  )
}

function Form({ read }: { read: ExportLists }) {
  const { t } = useTranslation(['exports', 'app'])
  const now = useNow(MINUTE_MS)
  const [choice, write] = useChoice()
  const { preview, failure, old } = usePreview(choice)
  const [begun, setBegun] = useState<readonly number[]>([])
  const create = useApiMutation(api.createExport, { refresh: [api.listExports] })
  const change: typeof write = some => {
    // The refusal was for a choice that is no longer asked for.
    create.reset()
    write(some)
  }
  const byResearch = choice.by === 'research'
  const placements = read.placements.filter(({ id }) => byResearch && choice.ids.includes(id))
  const refused = failure ?? create.error
  const begin = () =>
    create.mutate({ body: exportBody(choice) }, { onSuccess: ({ id }) => setBegun(before => [...before, id]) })
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading>{t('app:title.export')}</PageHeading>
        <Segments
          aria-label={t('by')}
          data={(['devices', 'research'] as const).map(value => ({ value, label: t(`by_${value}`) }))}
          value={choice.by}
          onChange={by => change({ by: by as 'devices' | 'research', ids: [], measurements: null })}
        />
      </header>
      <div className={classes.columns}>
        <SourceTree
          key={choice.by}
          title={t(byResearch ? 'placements' : 'devices')}
          groups={byResearch ? placementGroups(read.placements, now) : deviceGroups(read.devices)}
          otherwise={t(byResearch ? 'no_project' : 'not_placed')}
          chosen={choice.ids}
          onChoose={ids => change({ ids })}
        />
        <div className={classes.column}>
          <Measurements
            lists={read.lists}
            chosen={choice.measurements}
            present={preview?.measurements}
            onChoose={measurements => change({ measurements })}
          />
          <ExportPeriodFields
            choice={choice}
            preview={preview}
            research={researchPeriod(placements, now)}
            onChange={change}
          />
        </div>
        <div className={classes.column}>
          {preview && isWhole(choice) ? (
            <Result
              choice={choice}
              preview={preview}
              lists={read.lists}
              old={old}
              busy={create.isPending}
              onChange={change}
              onExport={begin}
            />
          ) : (
            <ExportCard title={t('result')}>
              <p className="bm-muted">{t(isWhole(choice) ? (refused ? 'cannot' : 'counting') : 'choose_first')}</p>
            </ExportCard>
          )}
          {refused && <Note status="attention">{refused.message || t('cannot')}</Note>}
          <KeptExports begun={begun} />
          <Downloads />
        </div>
      </div>
    </div>
  )
}
