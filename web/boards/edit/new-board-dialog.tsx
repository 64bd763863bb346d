import { Select, TextInput } from '@mantine/core'
import { IconBuildingWarehouse, IconPlus, IconTemperature } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BOARD_CHARTS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { useGo } from '../../kit/routing/link.tsx'
import { OptionCards } from '../../ui/forms/option-cards.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { boardScreen } from '../screens.ts'
import { climateOf, temperaturesOf } from './places.ts'
import { usePlaces } from './use-places.ts'

const STARTS = [
  { value: 'temperatures', icon: IconTemperature },
  { value: 'climate', icon: IconBuildingWarehouse },
  { value: 'empty', icon: IconPlus },
] as const
type Start = (typeof STARTS)[number]['value']

/** A new board: all temperatures, the climate of one area, or empty. */
export default function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['boards', 'form'])
  const go = useGo()
  const places = usePlaces()
  const areas = places.filter(({ area_id }) => area_id !== null)
  const [start, setStart] = useState<Start>(areas.length > 0 ? 'temperatures' : 'empty')
  const [area, setArea] = useState(areas.length === 1 ? (areas[0]?.value ?? null) : null)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const create = useApiMutation(api.createBoard, { refresh: [api.listBoards] })
  const chosen = areas.find(({ value }) => value === area)
  const name = typed.trim() || (start === 'climate' && chosen ? chosen.name : t(`start.${start}.board`))
  const charts = { temperatures: () => temperaturesOf(places), climate: () => (chosen ? climateOf(chosen) : []) }
  const isMissing = start === 'climate' && !chosen
  const submit = () => {
    setTried(true)
    if (isMissing) return
    const made = start === 'empty' ? [] : charts[start]()
    create.mutate(
      { body: { name, charts: made.slice(0, MAX_BOARD_CHARTS) } },
      { onSuccess: ({ id }) => void go(linkTo(boardScreen, { params: { id } })) },
    )
  }
  return (
    <FormDialog
      opened
      title={t('new')}
      action={t('make')}
      busy={create.isPending}
      failure={create.error && (create.error.message || t('form:no_answer'))}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
    >
      <OptionCards
        name="start"
        chosen={start}
        onChoose={setStart}
        options={STARTS.filter(({ value }) => value === 'empty' || areas.length > 0).map(({ value, icon }) => ({
          ...{ value, icon, label: t(`start.${value}.name`), help: t(`start.${value}.text`) },
        }))}
      />
      {start === 'climate' && (
        <Select
          size="md"
          searchable
          allowDeselect={false}
          label={t('start.area')}
          data={areas.map(({ value, name: of, group }) => ({ value, label: `${of} (${group})` }))}
          value={area}
          error={tried && isMissing ? t('form:error.required') : undefined}
          onChange={setArea}
        />
      )}
      <TextInput
        size="md"
        autoComplete="off"
        maxLength={80}
        label={t('name')}
        placeholder={name}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
