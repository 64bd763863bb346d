import {
  IconChevronDown,
  IconFileText,
  IconMap2,
  IconNotebook,
  IconPencil,
  IconPlus,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { type AreaState, shownStatus } from '#shared/rules/locations/area-state.ts'
import { alarmPlanScreen } from '../../alarm/screens.ts'
import { locationInspectionsScreen } from '../../diary/screens.ts'
import { floorPlansScreen } from '../../floor-plans/screens.ts'
import { queryOf } from '../../kit/api/query.ts'
import { changeHomeView, useHomeView } from '../../kit/browser/home-view.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { reportsScreen } from '../../reports/screens.ts'
import type { Status } from '../../ui/status/status.ts'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import { editLocationScreen, newAreaScreen } from '../screens.ts'
import classes from './home.module.css'
import { FarmWeatherLine } from './weather-line.tsx'

const ORDER: readonly Status[] = [
  'act_now',
  'too_cold',
  'attention',
  'stale',
  'no_data',
  'pending',
  'not_graded',
  'good',
]

function Counts({ states }: { states: readonly AreaState[] }) {
  const { t } = useTranslation(['locations', 'ui'])
  // An area without a device is not yet equipped: it has no state that could be counted.
  const equipped = states.filter(({ device }) => device !== null)
  const occurring = ORDER.map(
    status => [status, equipped.filter(state => shownStatus(state) === status).length] as const,
  )
  const bare = states.length - equipped.length
  // On a phone the name of the farm would be cut for it; the sentence above the list says it, too.
  const isTight = usePhone() && equipped.length > 0
  return (
    <span className={classes.counts}>
      {occurring
        .filter(([, count]) => count > 0)
        .map(([status, count]) => (
          <span key={status}>
            <StatusShape status={status} size={16} />
            <span className="bm-hidden">{status === 'pending' ? t('not_started') : t(`ui:status.${status}`)}</span>
            {count}
          </span>
        ))}
      {bare > 0 && (
        <span className={isTight ? 'bm-hidden' : 'bm-muted bm-nowrap'}>{t('rest.bare', { count: bare })}</span>
      )}
    </span>
  )
}

interface Props {
  location: Location
  states: readonly AreaState[]
  collapsed: boolean
}

/** Above the areas of a location: fold, name, counts of the states that occur, and what can be done. */
export function GroupHead({ location, states, collapsed }: Props) {
  const { t } = useTranslation(['locations', 'app'])
  const view = useHomeView()
  // The weather comes with a pro device alone, whichever device speaks for its area and whatever is filtered.
  const { data: devices = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  const hasWeather = devices.some(({ plan, placement }) => plan === 'pro' && placement?.location_id === location.id)
  const fold = () =>
    changeHomeView({
      collapsed: collapsed ? view.collapsed.filter(id => id !== location.id) : [...view.collapsed, location.id],
    })
  const { id } = location
  return (
    <>
      <header className={classes.groupHead}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!collapsed}
          aria-label={t(collapsed ? 'unfold' : 'fold', { name: location.name })}
          onClick={fold}
        >
          <IconChevronDown size={20} stroke={2} />
        </button>
        {location.colour && <i className="bm-swatch" style={{ background: location.colour }} />}
        <div className={classes.titled}>
          <div className={classes.named}>
            <h2 title={location.name}>{location.name}</h2>
            {location.city && <span className={`bm-muted bm-small ${classes.city}`}>{location.city}</span>}
            {location.tag && (
              <span className={`bm-muted bm-small ${classes.farmTag}`} title={location.tag}>
                {location.tag}
              </span>
            )}
          </div>
          {location.groups.map(group => (
            <span key={group.id} className="bm-tag">
              {group.name}
            </span>
          ))}
          {location.demo && <span className="bm-tag">{t('demo.tag')}</span>}
          <Counts states={states} />
        </div>
        <span className="bm-grow" />
        {location.floor_plans !== undefined && (
          <ScreenLink
            to={linkTo(floorPlansScreen, { params: { id } })}
            className={classes.edit}
            title={t('floor_plan')}
          >
            <IconMap2 size={18} stroke={1.9} />
            <span className="bm-hidden">
              {t('floor_plan')} {location.name}
            </span>
          </ScreenLink>
        )}
        <ScreenLink
          to={linkTo(locationInspectionsScreen, { params: { id } })}
          className={`${classes.edit} ${classes.diary}`}
          title={t('app:tab.diary')}
        >
          <IconNotebook size={17} stroke={1.9} />
          <span className={classes.editWord}>{t('app:tab.diary')}</span>
          <span className="bm-hidden">{location.name}</span>
        </ScreenLink>
        {location.areas.length > 0 && (
          <ScreenLink
            to={linkTo(reportsScreen, { search: { areas: location.areas.map(area => area.id) } })}
            className={`${classes.edit} ${classes.diary}`}
            title={t('app:report')}
          >
            <IconFileText size={17} stroke={1.9} />
            <span className={classes.editWord}>{t('app:report')}</span>
            <span className="bm-hidden">{location.name}</span>
          </ScreenLink>
        )}
        {location.may.includes('edit') && (
          <>
            <ScreenLink
              to={linkTo(editLocationScreen, { params: { id } })}
              className={`${classes.edit} ${classes.first}`}
              title={t('edit')}
            >
              <IconPencil size={17} stroke={1.9} />
              <span className={classes.editWord}>{t('edit')}</span>
              <span className="bm-hidden">{location.name}</span>
            </ScreenLink>
            {location.may.includes('share') && (
              <ScreenLink
                to={linkTo(alarmPlanScreen, { params: { id } })}
                className={classes.edit}
                title={t('alarm_plan')}
              >
                <IconShieldCheck size={18} stroke={1.8} />
                <span className={classes.editWord}>{t('alarm_plan')}</span>
                <span className="bm-hidden">{location.name}</span>
              </ScreenLink>
            )}
            <ScreenLink
              to={linkTo(newAreaScreen, { search: { location_id: id } })}
              className={classes.edit}
              title={t('add_area')}
            >
              <IconPlus size={18} stroke={2} />
              <span className={`${classes.editWord} ${classes.word}`}>{t('add_area')}</span>
              <span className="bm-hidden">{location.name}</span>
            </ScreenLink>
          </>
        )}
      </header>
      {hasWeather && <FarmWeatherLine location={location} />}
    </>
  )
}
