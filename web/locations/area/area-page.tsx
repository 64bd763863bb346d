import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { type Area, AreaChange, type Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { ask } from '../../kit/api/api.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { FRESH, queryOf, type Read, refresh, useReads } from '../../kit/api/query.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { PageHeading, usePageName } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink, useGo, usePossibleParams, useScreenSearch } from '../../kit/routing/link.tsx'
import type { PageAddress } from '../../kit/routing/screen.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { AreaFields } from '../edit/area-fields.tsx'
import { DeleteArea } from '../edit/delete-area.tsx'
import { EditEnd } from '../edit/edit-end.tsx'
import { oneAreaFields } from '../edit/fields.ts'
import { areaBody, areaValues, newArea } from '../edit/location-values.ts'
import { useConflict } from '../edit/use-conflict.ts'
import { useSaid } from '../home/said.ts'
import { PLACE_READS } from '../queries.ts'
import { EmptiedNote } from '../rounds/emptied-note.tsx'
import { PauseCard } from '../rounds/pause-card.tsx'
import { editAreaScreen, homeScreen, newAreaScreen, newLocationScreen } from '../screens.ts'
import { ChooseLocation } from '../wizard/choose-location.tsx'
import classes from '../wizard/wizard.module.css'
import { AreaPreview } from './area-preview.tsx'
import { PlaceLinks } from './place-links.tsx'

/** Comes after the form. */
const RoundsCard = lazyPart(() => import('../rounds/rounds-card.tsx'))

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
      {before && (
        <PlaceLinks name={before.name} place={{ area_id: before.id }} locationId={location.id} areas={[before.id]} />
      )}
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

const areaRead = (id: string | number) => ({ ...queryOf(api.getArea, { params: { id: Number(id) } }), ...FRESH })

export const reads = ({ params: { id } }: PageAddress): readonly Read[] =>
  id === undefined ? [LISTS, LOCATIONS] : [LISTS, LOCATIONS, areaRead(id)]

function ExistingArea({ id }: { id: number }) {
  const [lists, locations, area] = useReads([LISTS, LOCATIONS, areaRead(id)])
  const location = locations.find(one => one.id === area.location_id && one.may.includes('edit'))
  if (!location) throw notFound()
  const placed = location.areas.find(one => one.id === id)
  const species = lists.area_types.find(one => one.id === area.area_type_id)?.key ?? ''
  return (
    <div className={classes.parts}>
      <AreaForm key={`${id} ${location.id}`} location={location} before={area} lists={lists} />
      <EmptiedNote key={`${id} emptied`} areaId={id} species={species} />
      {placed && <PauseCard key={`${id} pause`} area={placed} />}
      <LazyBoundary>
        <RoundsCard key={`${id} rounds`} area={area} species={species} timeZone={location.time_zone} />
      </LazyBoundary>
    </div>
  )
}

function NewArea() {
  const { t } = useTranslation('places')
  const { location_id } = useScreenSearch(newAreaScreen)
  const [lists, locations] = useReads([LISTS, LOCATIONS])
  const editable = locations.filter(({ may }) => may.includes('edit'))
  if (editable.length === 0)
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
  if (location_id === undefined && editable.length > 1) return <ChooseLocation locations={editable} />
  const location = location_id === undefined ? editable[0] : editable.find(({ id }) => id === Number(location_id))
  if (!location) throw notFound()
  return <AreaForm key={location.id} location={location} before={null} lists={lists} />
}

/** A new area of a location, or one that exists. */
export default function AreaPage() {
  const { id } = usePossibleParams(editAreaScreen)
  return id === undefined ? <NewArea /> : <ExistingArea id={id} />
}
