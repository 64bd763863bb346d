import { ActionIcon, Button } from '@mantine/core'
import { IconBolt, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../kit/api/session.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { linkTo, type SearchFor } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, useScreenSearch } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { PLANNING, type Planning, usePlanning } from '../queries.ts'
import { planningScreen, quickStartScreen } from '../screens.ts'
import { Calendar } from './calendar.tsx'
import { FreeNow } from './free-now.tsx'
import { PlacementCard } from './placement-card.tsx'
import { PlacementList } from './placement-list.tsx'
import classes from './planning.module.css'
import { PLANNING_VIEWS, rowsOf, stateOf } from './rows.ts'
import { TIMELINE_SCALES, windowOf } from './timeline.ts'

const MAX_PAGES = 400

const oneOf = <Value extends string>(values: readonly Value[], wanted: string | undefined, otherwise: Value): Value =>
  values.find(value => value === wanted) ?? otherwise

/** View, scale, page and chosen bar, kept in the address. */
const useChoice = () => {
  const search = useScreenSearch(planningScreen)
  const go = useGo()
  const view = oneOf(PLANNING_VIEWS, search.view, 'place')
  const scale = oneOf(TIMELINE_SCALES, search.scale, 'quarter')
  const wanted = Math.trunc(Number(search.page ?? 0)) || 0
  const page = Math.max(-MAX_PAGES, Math.min(MAX_PAGES, wanted))
  const set = (changes: SearchFor<typeof planningScreen>) =>
    void go(linkTo(planningScreen, { search: { ...search, ...changes } }), { replace: true })
  return { view, scale, page, chosen: search.id ?? null, set }
}
type Choice = ReturnType<typeof useChoice>

function QuickStart({ floating }: { floating?: boolean }) {
  const { t } = useTranslation('research')
  return (
    <Button
      component={ScreenLink}
      to={linkTo(quickStartScreen)}
      className={floating ? classes.floating : undefined}
      leftSection={<IconBolt size={20} stroke={1.9} />}
    >
      {t('quick.title')}
    </Button>
  )
}

function Controls({ view, scale, page, set }: Choice) {
  const { t } = useTranslation('research')
  return (
    <>
      <Segments
        aria-label={t('view.label')}
        value={view}
        onChange={value => set({ view: value })}
        data={PLANNING_VIEWS.map(value => ({ value, label: t(`view.${value}`) }))}
      />
      <Segments
        aria-label={t('scale.label')}
        value={scale}
        onChange={value => set({ scale: value, page: undefined })}
        data={TIMELINE_SCALES.map(value => ({ value, label: t(`scale.${value}`) }))}
      />
      <div className={classes.paging}>
        <ActionIcon
          variant="default"
          size={42}
          aria-label={t('earlier')}
          onClick={() => set({ page: String(page - 1) })}
        >
          <IconChevronLeft size={20} stroke={2} />
        </ActionIcon>
        <Button variant="default" onClick={() => set({ page: undefined })} disabled={page === 0}>
          {t('to_today')}
        </Button>
        <ActionIcon variant="default" size={42} aria-label={t('later')} onClick={() => set({ page: String(page + 1) })}>
          <IconChevronRight size={20} stroke={2} />
        </ActionIcon>
      </div>
    </>
  )
}

const LEGEND = ['running', 'planned', 'ended'] as const

function OnDesk({ read, choice, now }: { read: Planning; choice: Choice; now: number }) {
  const { t } = useTranslation('research')
  const { time_zone } = useUser()
  const { view, scale, page, chosen, set } = choice
  const alone = t('alone')
  const groups = useMemo(
    () => rowsOf(view, read.locations, read.placements, alone),
    [view, read.locations, read.placements, alone],
  )
  const species = (id: number) => read.lists.area_types.find(one => one.id === id)?.key
  const one = read.placements.find(({ id }) => id === chosen) ?? firstRunning(read, now)
  return (
    <>
      <ul className={classes.legend}>
        {LEGEND.map(state => (
          <li key={state} data-state={state}>
            {t(`state.${state}`)}
          </li>
        ))}
      </ul>
      <Calendar
        groups={groups}
        window={windowOf(scale, now, page)}
        chosen={one?.id ?? null}
        onChoose={id => set({ id })}
        speciesOf={species}
        timeZone={time_zone}
        {...{ scale, now }}
      />
      <div className={classes.below}>
        {one && <PlacementCard key={one.id} one={one} read={read} now={now} />}
        <FreeNow read={read} />
      </div>
    </>
  )
}

const firstRunning = ({ placements }: Planning, now: number) =>
  placements.find(one => stateOf(one, new Date(now).toISOString()) === 'running')

export const reads = () => PLANNING

export default function PlanningPage() {
  const { t } = useTranslation('research')
  const isDesktop = useIsDesktop()
  const now = useNow(60_000)
  const choice = useChoice()
  const read = usePlanning()
  const empty = read.placements.length === 0
  const canPlan = read.locations.some(({ may }) => may.includes('place')) && read.devices.length > 0
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading className="bm-grow">{t('title')}</PageHeading>
        {isDesktop && !empty && <Controls {...choice} />}
        {isDesktop && canPlan && <QuickStart />}
      </header>
      {empty && (
        <EmptyState
          title={t('empty.title')}
          text={t(canPlan ? 'empty.text' : 'empty.nothing')}
          action={canPlan && !isDesktop ? <QuickStart /> : undefined}
        />
      )}
      {!empty && isDesktop && <OnDesk read={read} choice={choice} now={now} />}
      {!empty && !isDesktop && (
        <PlacementList
          placements={read.placements}
          chosen={choice.chosen}
          onChoose={id => choice.set({ id })}
          {...{ read, now }}
        />
      )}
      {!isDesktop && canPlan && !empty && <QuickStart floating />}
    </div>
  )
}
