import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconDelta, IconDownload, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { queryOf, THROWN } from '../../kit/api/query.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { climateOf } from '../inspection/climate.ts'
import type { DiaryFilters, PlaceRef, Search } from '../list/filter.ts'
import { NoInspections } from '../list/list-view.tsx'
import { PeriodFilter } from '../list/period-filter.tsx'
import { useRemoved } from '../outbox/outbox.ts'
import { checklistsRead, useClimates } from '../queries.ts'
import { climateRows, withoutSome } from './cells.ts'
import classes from './compare.module.css'
import { SidePanel } from './side-panel.tsx'
import { CompareTable } from './table.tsx'

const CompareMenu = lazyPart(() => import('./compare-menu.tsx'))

/** Visits side by side at first, and how many more each time. */
const FIRST_INSPECTIONS = 8
const MOST = 96

interface Props {
  /** Place whose visits are compared; null where nothing was written yet. */
  place: PlaceRef
  filters: DiaryFilters
  lists: TaxonomyLists
  checklistId: string | undefined
  onFilter: (change: Partial<DiaryFilters>) => void
  onSearch: (change: Search) => void
}

/** Answers side by side: a row an item, a column a visit (design §8.8). */
export default function CompareView({ place, filters, lists, checklistId, onFilter, onSearch }: Props) {
  const { t } = useTranslation('diary')
  const [limit, setLimit] = useState(FIRST_INSPECTIONS)
  const [marked, setMarked] = useState(true)
  const [picked, setPicked] = useState<number | null>(null)
  const chosenList = /^\d{1,10}$/.test(checklistId ?? '') ? Number(checklistId) : undefined
  const read = useQuery({
    ...queryOf(api.listInspectionItems, {
      query: {
        ...place,
        checklist_id: chosenList,
        date_start: filters.date_start || undefined,
        date_end: filters.date_end || undefined,
        limit,
      },
    }),
    enabled: place !== null,
    placeholderData: before => before,
    ...THROWN,
  })
  const checklists = useQuery(checklistsRead())
  const removed = useRemoved(read.dataUpdatedAt)
  const data = read.data && withoutSome(read.data, removed)
  const inspections = data?.inspections ?? []
  const climates = useClimates(inspections.map(({ id }) => id))
  if (place === null) return <NoInspections />
  const chosen = inspections.find(({ id }) => id === picked) ?? inspections.at(-1)
  const climate = climateRows(
    inspections.map(({ id, areas }) => climateOf(climates.get(id) ?? [], areas[0]?.area_type_id, lists)),
  )
  const compared = data && { inspections, rows: data.rows, climate, template: checklists.data?.template ?? [] }
  return (
    <>
      <div className={classes.tools}>
        <NativeSelect
          aria-label={t('checklist')}
          className={classes.lists}
          value={chosenList ?? ''}
          onChange={event => onSearch({ checklist_id: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('all_lists') },
            ...(checklists.data?.checklists ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <PeriodFilter filters={filters} onFilter={onFilter} />
        <span className={classes.space} />
        <Button
          variant="default"
          className={classes.mark}
          aria-pressed={marked}
          leftSection={<IconDelta size={18} stroke={1.9} />}
          onClick={() => setMarked(!marked)}
        >
          {t('compare.mark')}
        </Button>
        {compared && inspections.length > 0 && (
          <MenuButton
            target={
              <ActionIcon variant="default" size={44} className={classes.take} aria-label={t('take')}>
                <IconDownload size={21} stroke={1.8} />
              </ActionIcon>
            }
            menu={target => <CompareMenu target={target} compared={compared} />}
          />
        )}
      </div>
      {!compared ? (
        <PartLoading />
      ) : inspections.length === 0 ? (
        <EmptyState title={t('compare.none')} text={t('compare.none_text')} />
      ) : (
        <div className={classes.columns} data-waiting={read.isPlaceholderData || undefined}>
          <div className={`bm-card ${classes.tableCard}`}>
            <CompareTable compared={compared} marked={marked} chosen={chosen?.id ?? null} onChoose={setPicked} />
            <p className={classes.foot}>
              <IconInfoCircle size={16} stroke={1.9} aria-hidden="true" />
              <span className="bm-grow">{t('compare.help')}</span>
              <span>{t('compare.of', { items: data.rows.length, shown: inspections.length, count: data.total })}</span>
              {inspections.length < data.total && limit < MOST && (
                <Button
                  variant="subtle"
                  size="compact-md"
                  loading={read.isFetching}
                  onClick={() => setLimit(Math.min(MOST, limit * 2))}
                >
                  {t('older')}
                </Button>
              )}
            </p>
          </div>
          {chosen && <SidePanel key={chosen.id} compared={compared} inspection={chosen} />}
        </div>
      )}
    </>
  )
}
