import {
  IconAlertTriangle,
  IconCamera,
  IconChevronDown,
  IconMapPin,
  IconSearch,
  IconStack2,
  IconUser,
  IconWifi,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import type { AreaType } from '#shared/contract/places/taxonomy.ts'
import { changeHomeView, clearHomeFilters, type HomeView, useHomeView } from '../../kit/browser/home-view.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { BarnIcon } from '../../ui/icons/barn-icon.tsx'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { filterCount, nextAreaOnline, nextAreaPhoto } from './home-filter.ts'
import classes from './home-filters.module.css'

const FarmsMenu = lazyPart(() => import('./farms-menu.tsx'))
const SpeciesMenu = lazyPart(() => import('./species-menu.tsx'))

interface ChipProps {
  on: boolean
  icon: ReactNode
  word: string
  /** Shows the icon without the word; a toast says the word. */
  iconOnly?: boolean
  next?: string
  onClick: () => void
}

function Chip({ on, icon, word, iconOnly, next, onClick }: ChipProps) {
  const { t } = useTranslation('locations')
  return (
    <button
      type="button"
      className={classes.chip}
      data-on={on || undefined}
      aria-pressed={next ? undefined : on}
      title={iconOnly ? word : undefined}
      aria-label={next ? t('filter.next', { state: word, next }) : iconOnly ? word : undefined}
      onClick={onClick}
    >
      {icon}
      {!iconOnly && word}
    </button>
  )
}

/** Three states in one button, whose icon alone is seen while it is off; on the phone always, and a toast names the new one. */
function Cycle({
  kind,
  view,
  icon,
  phone,
}: {
  kind: 'online' | 'photo'
  view: HomeView
  icon: ReactNode
  phone: boolean
}) {
  const { t } = useTranslation('locations')
  const words =
    kind === 'online'
      ? ([`filter.online.${view.online}`, `filter.online.${nextAreaOnline(view.online)}`] as const)
      : ([`filter.photo.${view.photo}`, `filter.photo.${nextAreaPhoto(view.photo)}`] as const)
  const [word, next] = [t(words[0]), t(words[1])]
  return (
    <Chip
      on={view[kind] !== 'off'}
      icon={icon}
      word={word}
      next={next}
      iconOnly={phone || view[kind] === 'off'}
      onClick={() => {
        changeHomeView(
          kind === 'online' ? { online: nextAreaOnline(view.online) } : { photo: nextAreaPhoto(view.photo) },
        )
        if (phone) showToast({ id: 'home-filter', message: next, autoClose: 2000 })
      }}
    />
  )
}

function Farms({ locations, chosen }: { locations: readonly Location[]; chosen: number | null }) {
  const { t } = useTranslation('locations')
  const name = locations.find(({ id }) => id === chosen)?.name
  const button = (
    <button type="button" className={classes.chip} data-on={name !== undefined || undefined}>
      <BarnIcon size={18} stroke={1.9} />
      {name ?? t('filter.all_farms')}
      <IconChevronDown size={16} stroke={2.2} />
    </button>
  )
  return <MenuButton target={button} menu={target => <FarmsMenu target={target} locations={locations} />} />
}

function Species({ species, chosen }: { species: readonly AreaType[]; chosen: number | null }) {
  const { t } = useTranslation('locations')
  const one = species.find(({ id }) => id === chosen)
  const button = (
    <button type="button" className={classes.chip} data-on={one !== undefined || undefined}>
      {one && <SpeciesGlyph species={one.key} size={20} />}
      {one?.name ?? t('filter.all_species')}
      <IconChevronDown size={16} stroke={2.2} />
    </button>
  )
  return <MenuButton target={button} menu={target => <SpeciesMenu target={target} species={species} />} />
}

function Search({ view, phone }: { view: HomeView; phone: boolean }) {
  const { t } = useTranslation('locations')
  const [open, setOpen] = useState(view.search !== '')
  if (phone && !open)
    return (
      <button type="button" className={classes.chip} aria-label={t('filter.search')} onClick={() => setOpen(true)}>
        <IconSearch size={20} stroke={2} />
      </button>
    )
  return (
    <div className={classes.search}>
      <IconSearch size={18} stroke={2} />
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because somebody wants to type in it
        autoFocus={phone && view.search === ''}
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        value={view.search}
        onChange={event => changeHomeView({ search: event.target.value })}
        onBlur={() => view.search === '' && setOpen(false)}
      />
    </div>
  )
}

const SIZES = ['xs', 'm', 'xl'] as const

/** Size of the cards. */
export function SizeChoice() {
  const { t } = useTranslation('locations')
  const { size } = useHomeView()
  return (
    <fieldset className={classes.sizes} aria-label={t('size.name')}>
      {SIZES.map(one => (
        <label key={one} data-chosen={one === size || undefined}>
          <input type="radio" name="size" checked={one === size} onChange={() => changeHomeView({ size: one })} />
          {one.toUpperCase()}
        </label>
      ))}
    </fieldset>
  )
}

export function FarmChoice() {
  const { t } = useTranslation('locations')
  const { byFarm } = useHomeView()
  return (
    <Chip
      on={byFarm}
      icon={<IconStack2 size={18} stroke={1.9} />}
      word={t('by_farm')}
      onClick={() => changeHomeView({ byFarm: !byFarm })}
    />
  )
}

/** Number of areas there are, or that the filters leave; with the way back to all. */
export function FilterCount({ visible, all }: Pick<Props, 'visible' | 'all'>) {
  const { t } = useTranslation('locations')
  const active = filterCount(useHomeView())
  return (
    <p className={classes.count} role="status">
      {active > 0 ? t('filter.shown', { shown: visible, count: all }) : t('filter.areas', { count: all })}
      {active > 0 && (
        <button type="button" className={classes.clear} onClick={clearHomeFilters}>
          <IconX size={16} stroke={2.2} />
          {t('filter.clear', { count: active })}
        </button>
      )}
    </p>
  )
}

interface Props {
  locations: readonly Location[]
  /** Kinds of animals of the areas. */
  species: readonly AreaType[]
  /** True where farms of others can be left out. */
  own: boolean
  visible: number
  all: number
}

/** Filters of what is shown and what is not, in one row that scrolls. */
export function HomeFilters({ locations, species, own, visible, all }: Props) {
  const { t } = useTranslation('locations')
  const phone = usePhone()
  const view = useHomeView()
  return (
    <div className={classes.bar}>
      <div className={classes.chips}>
        <Search view={view} phone={phone} />
        {own && (
          <Chip
            on={view.onlyOwn}
            icon={<IconUser size={18} stroke={1.9} />}
            word={t('filter.only_own')}
            onClick={() => changeHomeView({ onlyOwn: !view.onlyOwn, farm: null, species: null })}
          />
        )}
        {locations.length > 1 && <Farms locations={locations} chosen={view.farm} />}
        {species.length > 1 && <Species species={species} chosen={view.species} />}
        <Chip
          on={view.belowSix}
          icon={null}
          word={t('filter.below_six')}
          onClick={() => changeHomeView({ belowSix: !view.belowSix })}
        />
        <Chip
          on={view.attention}
          icon={<IconAlertTriangle size={18} stroke={1.9} />}
          word={t('filter.attention')}
          onClick={() => changeHomeView({ attention: !view.attention })}
        />
        <Cycle kind="online" view={view} phone={phone} icon={<IconWifi size={20} stroke={1.9} />} />
        <Cycle kind="photo" view={view} phone={phone} icon={<IconCamera size={20} stroke={1.9} />} />
      </div>
      <FilterCount visible={visible} all={all} />
    </div>
  )
}

export function NoMatch({ onlyOwn }: { onlyOwn: boolean }) {
  const { t } = useTranslation('locations')
  return (
    <p className={`bm-card ${classes.nothing}`}>
      <IconMapPin size={22} stroke={1.8} />
      {t('filter.nothing')}
      <button type="button" className="bm-link" onClick={clearHomeFilters}>
        {t('filter.clear_all')}
      </button>
      {onlyOwn && (
        <button type="button" className="bm-link" onClick={() => changeHomeView({ onlyOwn: false })}>
          {t('filter.all_farms')}
        </button>
      )}
    </p>
  )
}
