import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { roundsScreen } from '../../flocks/screens.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf } from '../../kit/api/query.ts'
import { shownDate } from '../../kit/language/viewer-formats.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import classes from './emission.module.css'

/** Days for which a barn can seem empty at most, with one for the clocks of places: of days before, nobody needs to be asked. */
const ASKED_DAYS = 15

interface Props {
  areaId: number
  areaName: string
  /** Local day after the last of the emission: what happened later is not in it. */
  until: string
}

/** Says that the animals of a round count although its barn seems empty, and leads who may end it to the question. */
export function EmptiedHint({ areaId, areaName, until }: Props) {
  const { t } = useTranslation('emission')
  const recent = new Date(Date.now() - ASKED_DAYS * DAY_MS).toISOString().slice(0, 10)
  const emptied = useQuery({ ...queryOf(api.getEmptied, { params: { id: areaId } }), enabled: until > recent })
  const locations = useQuery(LOCATIONS)
  const since = emptied.data?.round?.since
  if (since === undefined || since >= until) return null
  const area = locations.data?.flatMap(({ areas }) => areas).find(({ id }) => id === areaId)
  return (
    <span className={classes.problem}>
      {t('emptied.said', { since: shownDate(since) })}{' '}
      {area?.may.includes('edit') && (
        <ScreenLink className="bm-link" to={linkTo(roundsScreen, { search: { area_id: areaId } })}>
          {t('emptied.ask')}
          <span className="bm-hidden"> {areaName}</span>
        </ScreenLink>
      )}
    </span>
  )
}
