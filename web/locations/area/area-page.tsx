import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type Area, AreaChange, type Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { ask } from '../../kit/api/api.ts'
import { queryOf, refresh } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, usePossibleParams, useScreenSearch } from '../../kit/routing/link.tsx'
import { NotFound } from '../../kit/routing/not-found.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ReadFailed } from '../../ui/feedback/error-state.tsx'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { AreaFields } from '../edit/area-fields.tsx'
import { DeleteArea } from '../edit/delete-area.tsx'
import { EditEnd } from '../edit/edit-end.tsx'
import { oneAreaFields } from '../edit/fields.ts'
import { areaBody, areaValues, newArea } from '../edit/location-values.ts'
import { useConflict } from '../edit/use-conflict.ts'
import { useSaid } from '../home/said.ts'
import { PLACE_READS, useLists } from '../queries.ts'
import { editAreaScreen, homeScreen, newAreaScreen, newLocationScreen } from '../screens.ts'
import { ChooseLocation } from '../wizard/choose-location.tsx'
import classes from '../wizard/wizard.module.css'
import { AreaPreview } from './area-preview.tsx'
import { DiaryLinks } from './diary-links.tsx'

interface Props {
  location: Location
  /** The area that is changed; a new one when there is none. */
  before: Area | null
  lists: TaxonomyLists
}

type Body = ReturnType<typeof areaBody>
const bodyOf = (area: Area) => areaBody(areaValues(area))

const useAreaForm = ({ location, before }: Props) => {
  const go = useGo()
  const client = useQueryClient()
  const params = { id: before?.id ?? 0 }
  const leave = async () => {
    await refresh(client, PLACE_READS)
    await go(linkTo(homeScreen), { ignoreBlocker: true })
  }
  const conflict = useConflict<Body>({
    before: { version: before?.version ?? 1, body: before ? bodyOf(before) : {} },
    read: async () => {
      const now = await ask(api.getArea, { params })
      return { version: now.version, body: bodyOf(now) }
    },
    save: body => ask(api.updateArea, { params, body }),
  })
  const edit = useContractForm({
    body: AreaChange,
    initialValues: before ? areaValues(before) : newArea(),
    toBody: areaBody,
    send: async body => {
      const saved = before
        ? await conflict.save(body as Body)
        : await ask(api.createArea, { body: { ...body, location_id: location.id } })
      if (saved) await leave()
    },
  })
  return { ...edit, conflict, leave }
}

function AreaForm({ location, before: read, lists }: Props) {
  const { t } = useTranslation(['places', 'ui'])
  // The version the form was filled with, whatever is read later.
  const [before] = useState(read)
  const { form, failure, busy, onSubmit, conflict, leave } = useAreaForm({ location, before, lists })
  const said = useSaid(lists)
  usePageName(location.name, before?.name ?? t('new_area'))
  return (
    <form className={classes.wizard} onSubmit={onSubmit} noValidate>
      <header className={classes.head}>
        <div className="bm-grow">
          <PageHeading>{before?.name ?? t('new_area')}</PageHeading>
          <p className="bm-muted">{location.name}</p>
        </div>
        {before?.may.includes('delete') && <DeleteArea area={before} />}
      </header>
      {before && <DiaryLinks area_id={before.id} />}
      <div className={classes.columns}>
        <section className={`bm-card ${classes.card}`}>
          <AreaFields fields={oneAreaFields(form)} lists={lists} />
        </section>
        <AreaPreview area={form.values} lists={lists} />
      </div>
      <EditEnd
        name={before?.name ?? ''}
        action={t('next.save_area')}
        dirty={form.isDirty()}
        {...{ busy, failure, conflict, said, leave }}
      />
    </form>
  )
}

const gone = <NotFound resource="area" />

/** A new area of a location, or one that exists. */
export default function AreaPage() {
  const { t } = useTranslation('places')
  const { id } = usePossibleParams(editAreaScreen)
  const { location_id } = useScreenSearch(newAreaScreen)
  const lists = useLists()
  const locations = useQuery(queryOf(api.listLocations, {}))
  const area = useQuery({
    ...queryOf(api.getArea, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  if (area.error?.status === 404 || area.error?.status === 422) return gone
  const failed = [lists, locations, area].find(({ error, data }) => error && !data)
  if (failed?.error) return <ReadFailed failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!lists.data || !locations.data || (id !== undefined && !(area.data && area.isFetchedAfterMount)))
    return <PageLoading />
  const editable = locations.data.filter(({ may }) => may.includes('edit'))
  const wanted = area.data?.location_id ?? location_id ?? editable[0]?.id
  const location = editable.find(one => one.id === wanted)
  if (editable.length === 0 && id === undefined)
    return (
      <EmptyState
        title={t('first_location')}
        text={t('first_location_text')}
        action={
          <Button component={ScreenLink} to={linkTo(newLocationScreen)}>
            {t('new_location')}
          </Button>
        }
      />
    )
  if (location_id === undefined && id === undefined && editable.length > 1)
    return <ChooseLocation locations={editable} />
  if (!location) return gone
  return <AreaForm key={`${id} ${location.id}`} location={location} before={area.data ?? null} lists={lists.data} />
}
