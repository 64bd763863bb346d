import { ActionIcon, Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronLeft, IconShieldCheck } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alert } from '#shared/contract/alerts/alerts.ts'
import { isNotFound } from '#shared/contract/call.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { ALARM_WATCH } from '../../alarm/running.ts'
import { alarmWatchScreen } from '../../alarm/screens.ts'
import { WatchLine } from '../../alarm/watch-line.tsx'
import { ALERTS_AT_ONCE } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { type Read, useReads } from '../../kit/api/query.ts'
import { useLostSince } from '../../kit/browser/connection.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { useWindowedGroups } from '../../kit/browser/windowed-groups.ts'
import { localClock, useFormat } from '../../kit/language/format.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo, readValues, type SearchFor } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { useNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { PartLoading } from '../../ui/feedback/page-loading.tsx'
import { ReadBoundary } from '../../ui/feedback/read-boundary.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { useSelection } from '../../ui/selection/selection.ts'
import { titleOf } from '../alert/alert-words.tsx'
import { ALERT_LISTS, alertRead, alertsRead, MAX_ALERTS } from '../queries.ts'
import { useRulesAllowed } from '../rules/no-rules.tsx'
import { alertsScreen, rulesScreen } from '../screens.ts'
import {
  type AlertFilters,
  alertFiltersIn,
  alertSearch,
  hasAlertFilters,
  isOfSeveralFarms,
  matchesAlertFilters,
  sortedAlerts,
} from './alert-filter.ts'
import { AlertRow } from './alert-row.tsx'
import { AlertToolbar } from './alert-toolbar.tsx'
import classes from './alerts.module.css'
import { NotWarned, useSaysNoRules } from './not-warned.tsx'
import { type AlertChanges, useAlertChanges } from './use-alert-changes.ts'

const AlertBulk = lazyPart(async () => ({ default: (await import('./alert-bulk.tsx')).AlertBulk }))
const AlertOpen = lazyPart(async () => ({ default: (await import('../alert/alert-open.tsx')).AlertOpen }))

interface OpenProps {
  id: number
  list: readonly Alert[]
  lists: TaxonomyLists
  now: number
  /** Time up to which is known how the alerts were: before now without reception. */
  asOf: number
  changes: AlertChanges
  onOpen: (id: number | null) => void
}

/** The alert of the address, from the list as long as it is read itself. */
function AlertOfAddress({ id, list, lists, now, asOf, changes, onOpen }: OpenProps) {
  const index = list.findIndex(one => one.id === id)
  const listed = list[index]
  const { data: alert = listed } = useQuery({
    ...alertRead(id),
    throwOnError: (failure, { state }) => isNotFound(failure) || (!listed && state.data === undefined),
  })
  if (!alert) return <PartLoading />
  const onStep = (by: number) => onOpen(list[index + by]?.id ?? null)
  return (
    <AlertOpen
      key={id}
      place={index < 0 ? null : { index, count: list.length }}
      onGone={() => onOpen(null)}
      {...{ alert, lists, now, asOf, changes, onStep }}
    />
  )
}

interface ListProps {
  alerts: readonly Alert[]
  found: readonly Alert[]
  lists: TaxonomyLists
  filters: AlertFilters
  opened: number | null
  now: number
  asOf: number
  changes: AlertChanges
  onFilter: (change: Partial<AlertFilters>) => void
  /** Reads older ones; null where all are here. */
  onMore: (() => void) | null
}

/** Height in px of an alert before it has been drawn and measured, and the space below it. */
const ROW = 104
const GAP = 9

function List({ alerts, found, lists, filters, opened, now, asOf, changes, onFilter, onMore }: ListProps) {
  const { t } = useTranslation('alerts')
  const selection = useSelection(found)
  const saysNoRules = useSaysNoRules()
  const inList = selection.chosen
  const { element, drawn, whole, moved } = useWindowedGroups({
    groups: [{ key: 'all', head: false, lines: found.length }],
    guess: { head: 0, line: ROW },
    gap: GAP,
  })
  const withFarm = useMemo(() => isOfSeveralFarms(alerts), [alerts])
  const empty = hasAlertFilters(filters) ? 'filtered' : filters.hidden ? 'hidden' : 'shown'
  return (
    <div className={classes.listed}>
      <AlertToolbar
        choosing={inList !== null}
        onChoosing={on => (on ? selection.begin() : selection.leave())}
        onAllRead={() => changes.markMany.mutate({ body: { read: true } }, changes.mutateOptions)}
        count={found.length}
        {...{ alerts, filters, onFilter }}
      />
      {inList === null && !filters.hidden && <NotWarned />}
      {inList === null && !filters.hidden && <Paused />}
      {found.length === 0 && <EmptyState title={t(`empty.${empty}`)} text={t(`empty.${empty}_text`)} />}
      <div ref={element} style={whole}>
        <ul className={classes.list} style={moved}>
          {drawn[0]?.lines.map(({ line, props }) => {
            const alert = elementAt(found, line)
            return (
              <AlertRow
                key={alert.id}
                search={alertSearch(filters)}
                current={alert.id === opened}
                withFarm={withFarm}
                chosen={inList === null ? null : inList.includes(alert.id)}
                onChoose={on => selection.toggle(alert.id, on)}
                line={{ 'aria-setsize': found.length, 'aria-posinset': line + 1, ...props }}
                {...{ alert, lists, now, asOf, changes }}
              />
            )
          })}
        </ul>
      </div>
      {onMore && (
        <Button variant="default" onClick={onMore}>
          {t('older')}
        </Button>
      )}
      {inList === null && (
        <WatchLine {...(filters.hidden ? {} : { said: { noMailServer: true, noRules: saysNoRules } })} />
      )}
      {inList !== null && (
        <LazyBoundary>
          <AlertBulk alerts={found} selection={selection} hidden={filters.hidden} changes={changes} />
        </LazyBoundary>
      )}
    </div>
  )
}

/** Areas whose alerts pause, since somebody said that no animals are there. */
function Paused() {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const { data: locations = [] } = useQuery(LOCATIONS)
  const areas = locations.flatMap(({ areas: some }) => some.filter(({ pause }) => pause !== undefined))
  if (areas.length === 0) return null
  return <Note status="not_graded">{t('paused', { areas: format.list(areas.map(({ name }) => name)) })}</Note>
}

/** Way to the watch; without its word on a phone, where heading, watch and rules share a line. */
function WatchButton() {
  const { t } = useTranslation('alerts')
  const phone = usePhone()
  const link = { component: ScreenLink, to: linkTo(alarmWatchScreen), variant: 'default' } as const
  const icon = <IconShieldCheck size={20} stroke={1.8} aria-hidden="true" />
  return phone ? (
    <ActionIcon {...link} size={48} aria-label={t('watch')}>
      {icon}
    </ActionIcon>
  ) : (
    <Button {...link} leftSection={icon}>
      {t('watch')}
    </Button>
  )
}

function Head({ alerts, onBack }: { alerts: readonly Alert[]; onBack: (() => void) | null }) {
  const { t } = useTranslation('alerts')
  const allowed = useRulesAllowed()
  const open = alerts.filter(({ state }) => state === 'firing').length
  return (
    <header className={classes.head}>
      {onBack && (
        <Button variant="subtle" leftSection={<IconChevronLeft size={20} stroke={2} />} onClick={onBack}>
          {t('to_list')}
        </Button>
      )}
      <div className={onBack ? 'bm-hidden' : 'bm-grow'}>
        <PageHeading>{t('heading')}</PageHeading>
        {alerts.length > 0 && <p className="bm-muted">{t('open_count', { count: open })}</p>}
      </div>
      {!onBack && <WatchButton />}
      {!onBack && allowed && (
        <Button
          variant="default"
          component={ScreenLink}
          to={linkTo(rulesScreen)}
          leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.8} />}
        >
          {t('rules')}
        </Button>
      )}
    </header>
  )
}

/** Alerts that were opened with these filters: reading one must not take it out of the list it was opened from. */
const useLooked = (filters: AlertFilters, opened: number | null): readonly number[] => {
  const key = JSON.stringify(filters)
  const [looked, setLooked] = useState<{ key: string; ids: readonly number[] }>({ key, ids: [] })
  const ids = looked.key === key ? looked.ids : []
  const missing = opened !== null && !ids.includes(opened)
  const next = missing ? [...ids, opened] : ids
  if (missing || looked.key !== key) setLooked({ key, ids: next })
  return next
}

export const reads = ({ search }: PageAddress): readonly Read[] => [
  ...ALERT_LISTS,
  alertsRead(!alertFiltersIn(readValues(alertsScreen.search, search)).hidden),
]

/** Notes above the list, without which it is rendered all the same. */
export const shows = (): readonly Read[] => [ALARM_WATCH, LOCATIONS].map(read => ({ ...read, optional: true }))

export default function AlertsPage() {
  const { t } = useTranslation('alerts')
  const toScreen = useGo()
  const isDesktop = useIsDesktop()
  const now = useNow()
  const search = useScreenSearch(alertsScreen)
  const filters = useMemo(() => alertFiltersIn(search), [search])
  const [limit, setLimit] = useState(ALERTS_AT_ONCE)
  // The list of before stays until the other one has come, or the longer one.
  const hidden = useDeferredValue(filters.hidden)
  const atMost = useDeferredValue(limit)
  const [lists] = useReads(ALERT_LISTS)
  const { data: alerts, dataUpdatedAt } = useSuspenseQuery(alertsRead(!hidden, atMost))
  const lost = useLostSince() !== null
  const asOf = lost ? Math.min(now, dataUpdatedAt) : now
  const opened = search.alert ?? null
  const looked = useLooked(filters, opened)
  const changes = useAlertChanges()
  const found = sortedAlerts(
    alerts.filter(alert => matchesAlertFilters(alert, titleOf(alert, lists, t), filters, looked)),
  )
  const go = (next: SearchFor<typeof alertsScreen>, replace: boolean) =>
    void toScreen(linkTo(alertsScreen, { search: next }), { replace, resetScroll: false })
  const onFilter = (change: Partial<AlertFilters>) => go(alertSearch({ ...filters, ...change }), true)
  const onOpen = (id: number | null) => go({ ...alertSearch(filters), alert: id }, isDesktop)
  const onMore = alerts.length >= limit && limit < MAX_ALERTS ? () => setLimit(MAX_ALERTS) : null
  const parts = { lists, now, asOf, changes }
  return (
    <div className={classes.page}>
      <Head alerts={alerts} onBack={!isDesktop && opened !== null ? () => onOpen(null) : null} />
      {lost && <Note status="attention">{t('as_of', { time: localClock(dataUpdatedAt) })}</Note>}
      <div className={classes.columns} data-opened={opened !== null || undefined}>
        {(isDesktop || opened === null) && (
          <List {...parts} {...{ alerts, found, filters, opened, onFilter, onMore }} />
        )}
        {opened !== null && (
          <ReadBoundary key={opened} eager gone={<EmptyState title={t('gone.title')} text={t('gone.text')} />}>
            <AlertOfAddress id={opened} list={found} onOpen={onOpen} {...parts} />
          </ReadBoundary>
        )}
      </div>
    </div>
  )
}
