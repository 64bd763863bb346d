import { Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BOARD_CHARTS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { boardScreen } from '../../boards/screens.ts'
import { ask } from '../../kit/api/api.ts'
import { BOARDS } from '../../kit/api/boards.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { refresh, useReads } from '../../kit/api/query.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import type { Chart } from '../chart-cards/groups.ts'
import type { Subject } from '../page/subject.ts'
import { boardBody } from './body.ts'
import { ofArea } from './of-area.ts'

const NEW = 'new'

interface Props {
  subject: Subject
  charts: readonly Chart[]
  onClose: () => void
}

/** Puts a chart of the data page on a board: of its area where the person sees that, else of its device. */
export default function AddToBoard({ subject, charts, onClose }: Props) {
  const { t } = useTranslation(['boards', 'form'])
  const client = useQueryClient()
  const [boards, locations] = useReads([BOARDS, LOCATIONS])
  const open = boards.filter(({ charts: count }) => count + charts.length <= MAX_BOARD_CHARTS)
  const [chosen, setChosen] = useState(() => String(open[0]?.id ?? NEW))
  const seesArea = locations.some(({ areas }) => areas.some(({ id }) => id === subject.area_id))
  const place = seesArea ? { area_id: subject.area_id } : { device_id: subject.device_id }
  const added = charts.flatMap(chart => {
    const lines = ofArea(chart).map(({ type }) => ({ ...place, measurement: type.abbreviation }))
    return lines.length > 0 ? [{ lines }] : []
  })
  const save = useMutation({
    mutationFn: async () => {
      if (chosen === NEW) return ask(api.createBoard, { body: { name: t('start.empty.board'), charts: added } })
      // Read now: the board may have been changed since the list was.
      const params = { id: Number(chosen) }
      const board = await ask(api.getBoard, { params })
      const body = boardBody(board)
      return ask(api.updateBoard, {
        params,
        body: { ...body, charts: [...body.charts, ...added], version: board.version },
      })
    },
    onSuccess: async ({ id, name }) => {
      await refresh(client, [api.listBoards, api.getBoard])
      showToast({
        id: 'added-to-board',
        message: (
          <ScreenLink className="bm-link" to={linkTo(boardScreen, { params: { id } })}>
            {t('to_board.added', { name })}
          </ScreenLink>
        ),
      })
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={t('to_board.title')}
      action={t('to_board.action')}
      busy={save.isPending}
      failure={save.error && (save.error.message || t('form:no_answer'))}
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
      onClose={onClose}
    >
      <Select
        size="md"
        allowDeselect={false}
        label={t('to_board.board')}
        data={[
          ...open.map(({ id, name }) => ({ value: String(id), label: name })),
          { value: NEW, label: t('to_board.new') },
        ]}
        value={chosen}
        onChange={value => setChosen(value ?? NEW)}
      />
    </FormDialog>
  )
}
