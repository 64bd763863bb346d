import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf, useApiMutation } from '../kit/api/query.ts'

export type MapView = 'streets' | 'aerial'

const SETTINGS = queryOf(api.getSettings, {})
const NAME = 'map_view'

/** View of maps that a person chose, kept with the account; undefined until it is known. */
export const useMapView = (): { view: MapView | undefined; choose: (view: MapView) => void } => {
  const client = useQueryClient()
  const settings = useQuery(SETTINGS)
  const save = useApiMutation(api.saveSettings, { refresh: [api.getSettings] })
  const saved = settings.data?.find(({ name }) => name === NAME)?.value
  const known = settings.data !== undefined || settings.isError
  const choose = (view: MapView) => {
    const others = settings.data?.filter(({ name }) => name !== NAME) ?? []
    client.setQueryData(SETTINGS.queryKey, [...others, { name: NAME, value: view }])
    // A choice that can't be kept holds until the map is opened again.
    save.mutate({ body: { map_view: view } })
  }
  return { view: known ? (saved === 'aerial' ? 'aerial' : 'streets') : undefined, choose }
}
