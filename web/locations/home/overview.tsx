import { Button } from '@mantine/core'
import { IconMap2, IconPlus } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaType, TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import {
  AREA_KINDS,
  type AreaKind,
  type AreaState,
  areaStates,
  kindOfArea,
  shownStatus,
} from '#shared/rules/locations/area-state.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import { NotWarned } from '../../alerts/list/not-warned.tsx'
import { InvitationsLine } from '../../groups/invitations-line.tsx'
import { useUser } from '../../kit/api/session.ts'
import { changeHomeView, useHomeView } from '../../kit/browser/home-view.ts'
import { useIsDesktop, usePhone } from '../../kit/browser/is-desktop.ts'
import { useFormat } from '../../kit/language/format.ts'
import { PageHeading } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useNow } from '../../kit/time/now.ts'
import { OffersLine } from '../../offers/offers-line.tsx'
import { Skyline, type SkylineBarn } from '../../ui/icons/skyline.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import type { HomeData } from '../queries.ts'
import { newLocationScreen } from '../screens.ts'
import { DemoStrip } from './demo-strip.tsx'
import { FarmsPanel } from './farms-panel.tsx'
import classes from './home.module.css'
import { filterCount, isAreaVisible } from './home-filter.ts'
import { FarmChoice, FilterCount, HomeFilters, NoMatch, SizeChoice } from './home-filters.tsx'
import { HomeList, type HomeListHandle } from './home-list.tsx'
import { homeRows } from './home-rows.ts'
import { farmsShown, ownFarms } from './own-farms.ts'
import { ViewButton } from './view-button.tsx'

type Read = HomeData

/** Comes after the areas: below them it pushes nothing down. */
const FirstStepsList = lazyPart(() => import('./first-steps-list.tsx'))

/**
 * The sentence of home and what it leaves out: "1 area needs you now." and "2 to watch, 1 silent, 3 fine". Nothing is said of
 * now by values that are old, and no alarm is made of an area that was never heard.
 */
const summaryOf = (states: readonly AreaState[], t: TFunction<'locations'>): { sentence: string; rest: string } => {
  const kinds = states.map(kindOfArea)
  const count = (kind: AreaKind) => kinds.filter(one => one === kind).length
  const said = AREA_KINDS.find(kind => kinds.includes(kind)) ?? 'fine'
  if (states.length === 0) return { sentence: t('summary.none'), rest: '' }
  // Areas that need somebody now are always in the sentence itself.
  const rest = AREA_KINDS.filter(kind => kind !== 'now')
    .filter(kind => kind !== said && kinds.includes(kind))
    .map(kind => t(`rest.${kind}`, { count: count(kind) }))
  return { sentence: t(`summary.${said}`, { count: count(said) }), rest: rest.join(', ') }
}

/** Barns of the skyline; a name that several areas have is told apart by its farm. */
const barnsOf = (states: readonly AreaState[]): SkylineBarn[] => {
  const named = Map.groupBy(states, ({ area }) => area.name)
  return states.map(state => ({
    id: state.area.id,
    name: state.area.name,
    ...((named.get(state.area.name)?.length ?? 0) > 1 ? { farm: state.location.name } : {}),
    status: shownStatus(state),
  }))
}

/** Kinds of animals that the areas have, in the order of the list. */
const speciesOf = (states: readonly AreaState[], { area_types }: TaxonomyLists): AreaType[] => {
  const kept = new Set(states.map(({ area }) => area.area_type_id))
  return area_types.filter(({ id }) => kept.has(id))
}

/** Time anything was last measured (epoch ms); -Infinity where nothing was. */
const newestOf = (states: readonly AreaState[]): number =>
  Math.max(...states.map(({ lastTime }) => (lastTime ? Date.parse(lastTime) : Number.NEGATIVE_INFINITY)))

interface HeadProps {
  states: readonly AreaState[]
  /** True where sizes, grouping and the map are not shown. */
  folded: boolean
  mapOpen: boolean
  /** True where farms of others are left out. */
  onlyOwn: boolean
  onMap: () => void
}

function Head({ states, folded, mapOpen, onlyOwn, onMap }: HeadProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const now = useNow()
  const isDesktop = useIsDesktop()
  const phone = usePhone()
  const { sentence, rest } = summaryOf(states, t)
  const at = newestOf(states)
  // Each area tells its own age; on a phone it is said above them where nothing is new.
  const isSaid = Number.isFinite(at) && !(phone && freshnessOf(new Date(at).toISOString(), now) === 'fresh')
  const newest = isSaid && t('newest', { age: format.age(at, now) })
  return (
    <header className={classes.head}>
      <div className={`bm-grow ${classes.sentence}`}>
        <PageHeading>{sentence}</PageHeading>
        <p className="bm-muted">{[rest, newest].filter(Boolean).join(' · ')}</p>
      </div>
      {phone && <ViewButton open={!folded} onlyOwn={onlyOwn} />}
      {!folded && (
        <div className={classes.tools}>
          <SizeChoice />
          <FarmChoice />
          <button type="button" className={classes.mapButton} aria-expanded={mapOpen} onClick={onMap}>
            <IconMap2 size={20} stroke={1.9} />
            <span className="bm-hidden">{t('map')}</span>
          </button>
          {isDesktop && (
            <Button
              component={ScreenLink}
              to={linkTo(newLocationScreen)}
              leftSection={<IconPlus size={20} stroke={2} />}
            >
              {t('new_location')}
            </Button>
          )}
        </div>
      )}
    </header>
  )
}

/** The area a link leads to, e.g. from a location that was just made. */
const useJumpFromAddress = (jump: (areaId: number) => void, isHidden: (areaId: number) => boolean): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const [, id] = /^#area-(\d+)$/.exec(location.hash) ?? []
    if (!id) return
    // An area of somebody else's farm, which an administrator is led to.
    if (!isHidden(Number(id))) return jump(Number(id))
    changeHomeView({ onlyOwn: false })
    setTimeout(() => jump(Number(id)))
  }, [])
}

/** Home: what needs somebody, in words and as a skyline, then every area worst first, beside the map. */
export function Overview({ read: all }: { read: Read }) {
  const now = useNow()
  const isDesktop = useIsDesktop()
  const phone = usePhone()
  const view = useHomeView()
  const user = useUser()
  const own = useMemo(() => ownFarms(all.locations, user), [all.locations, user])
  const locations = farmsShown(all.locations, own, view)
  const read = useMemo(() => ({ ...all, locations: [...locations] }), [all, locations])
  const list = useRef<HomeListHandle>(null)
  const [mapOpen, setMapOpen] = useState(false)
  const states = useMemo(() => areaStates(read, now), [read, now])
  const visible = useMemo(() => states.filter(state => isAreaVisible(state, view, now)), [states, view, now])
  const filtered = filterCount(view) > 0
  const rows = useMemo(
    () => homeRows(read.locations, visible, view, filtered),
    [read.locations, visible, view, filtered],
  )
  const species = useMemo(() => speciesOf(states, read.lists), [states, read.lists])
  const folded = phone && !view.unfolded
  // Drawn in slices after the picture of the button, which says at once that it is open.
  const contentFolded = useDeferredValue(folded)
  const barns = useMemo(() => barnsOf(visible), [visible])
  const jump = (areaId: number) => list.current?.jumpTo(areaId)
  useJumpFromAddress(jump, areaId => !states.some(({ area }) => area.id === areaId))
  return (
    <>
      <Head
        states={states}
        folded={folded}
        mapOpen={mapOpen}
        onlyOwn={own !== null && view.onlyOwn}
        onMap={() => setMapOpen(!mapOpen)}
      />
      <div className={classes.notes}>
        <OffersLine />
        <InvitationsLine />
        <NotWarned />
      </div>
      <div className={classes.beside}>
        <div className={classes.left}>
          {!contentFolded && !isDesktop && barns.length > 1 && (
            <Skyline barns={barns} onPick={id => jump(Number(id))} most={phone ? 6 : 8} />
          )}
          {contentFolded ? (
            filtered && <FilterCount visible={visible.length} all={states.length} />
          ) : (
            <HomeFilters
              locations={read.locations}
              species={species}
              own={own !== null}
              visible={visible.length}
              all={states.length}
            />
          )}
          <DemoStrip locations={read.locations} />
          {filtered && visible.length === 0 ? (
            <NoMatch onlyOwn={own !== null && view.onlyOwn} />
          ) : (
            <HomeList rows={rows} lists={read.lists} handle={list} />
          )}
          {!filtered && (
            <LazyBoundary>
              <FirstStepsList read={read} />
            </LazyBoundary>
          )}
        </div>
        <FarmsPanel locations={read.locations} states={states} open={mapOpen && !contentFolded} onArea={jump} />
      </div>
    </>
  )
}
