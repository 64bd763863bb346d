import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconLink,
  IconPencil,
  IconPlus,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_BOARD_CHARTS } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import type { Board } from '#shared/contract/measurements/boards.ts'
import { LISTS } from '../kit/api/lists.ts'
import { refresh, useApiMutation, useReads } from '../kit/api/query.ts'
import { PageHeading, usePageName } from '../kit/pages/page.tsx'
import { lazyPart } from '../kit/pages/part.ts'
import { linkTo } from '../kit/routing/address.ts'
import { useGo, useScreenParams } from '../kit/routing/link.tsx'
import { boardBody, moved } from '../measurements/add-to-board/body.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { useUndoToast } from '../ui/feedback/use-undo-toast.tsx'
import classes from './boards.module.css'
import { BoardCharts } from './charts/board-charts.tsx'
import { boardQuery } from './queries.ts'
import { boardScreen, boardsScreen } from './screens.ts'
import { useSavedPeriod } from './use-saved-period.ts'

const ChartDialog = lazyPart(() => import('./edit/chart-dialog.tsx'))
const SettingsDialog = lazyPart(() => import('./edit/settings-dialog.tsx'))
const ConfirmDelete = lazyPart(async () => ({
  default: (await import('../ui/overlays/confirm-delete.tsx')).ConfirmDelete,
}))
const LinkDialog = lazyPart(() => import('./edit/link-dialog.tsx'))

export const reads = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => [
  boardQuery(Number(params.id)),
  LISTS,
]

type Body = ReturnType<typeof boardBody>
/** Part that is open above the board, and the board as it was then: a form never saves over what came since. */
type OpenPart = { part: 'settings' | 'link' | 'delete' | 'chart'; chart: number | null; of: Board } | null

/** Saves changes of a board, each at once; one that met a newer version is refused and the board read anew. */
const useSaving = (board: Board) => {
  const { t } = useTranslation('form')
  const client = useQueryClient()
  const update = useApiMutation(api.updateBoard, { refresh: [api.listBoards] })
  const save = (change: Partial<Body>, onDone?: (saved: Board) => void, of = board) =>
    update.mutate(
      { params: { id: of.id }, body: { ...boardBody(of), ...change, version: of.version } },
      {
        onSuccess: saved => {
          client.setQueryData(boardQuery(board.id).queryKey, saved)
          onDone?.(saved)
        },
        onError: ({ code }) => code === 'changed_meanwhile' && void refresh(client, [api.getBoard]),
      },
    )
  const failure = update.error && (update.error.message || t('no_answer'))
  return { save, failure, busy: update.isPending, reset: update.reset }
}

/** Puts the focus on a tool of a chart, or on its other arrow where that one leads no further. */
const focusTool = (index: number, tool: 'up' | 'down'): void => {
  const other = tool === 'up' ? 'down' : 'up'
  const of = (name: string) => document.querySelector<HTMLElement>(`[data-tool="${index} ${name}"]:not(:disabled)`)
  const found = of(tool) ?? of(other)
  found?.focus()
}

/** A board of the person: to look at, and to change. */
export default function BoardPage() {
  const { t } = useTranslation('boards')
  const go = useGo()
  const { id } = useScreenParams(boardScreen)
  const [board] = useReads([boardQuery(id)])
  const [editing, setEditing] = useState(board.charts.length === 0)
  const [opened, setOpened] = useState<OpenPart>(null)
  const [said, setSaid] = useState('')
  const { save, failure, busy, reset } = useSaving(board)
  const tellRemoved = useUndoToast()
  const { saved, openPeriod } = useSavedPeriod(board)
  usePageName(board.name)
  const bodies = boardBody(board).charts
  const open = (part: NonNullable<OpenPart>['part'], chart: number | null = null) => {
    reset()
    setOpened({ part, chart, of: board })
  }
  const close = () => {
    reset()
    setOpened(null)
  }
  const move = (from: number, to: number, name: string) =>
    save({ charts: moved(bodies, from, to) }, () => {
      setSaid(t('chart.moved', { name, position: to + 1, of: bodies.length }))
      // The chart goes on under the hand that moves it.
      requestAnimationFrame(() => focusTool(to, from > to ? 'up' : 'down'))
    })
  const remove = (index: number, name: string) =>
    save({ charts: bodies.toSpliced(index, 1) }, saved => {
      const charts = boardBody(saved).charts.toSpliced(index, 0, ...bodies.slice(index, index + 1))
      tellRemoved('chart-removed', t('chart.removed', { name }), () => save({ charts }, undefined, saved))
    })
  const toolsOf = (index: number, title: string) => {
    const name = title || t('chart.nth', { nth: index + 1 })
    const tools = [
      ['up', IconArrowUp, index === 0, () => move(index, index - 1, name)],
      ['down', IconArrowDown, index === bodies.length - 1, () => move(index, index + 1, name)],
      ['edit', IconPencil, false, () => open('chart', index)],
      ['remove', IconTrash, false, () => remove(index, name)],
    ] as const
    return (
      <div className={classes.tools}>
        {tools.map(([tool, Icon, disabled, act]) => (
          <ActionIcon
            key={tool}
            size={48}
            variant="subtle"
            aria-label={t(`chart.${tool}`, { name })}
            data-tool={`${index} ${tool}`}
            disabled={disabled}
            aria-disabled={busy || undefined}
            onClick={() => !busy && act()}
          >
            <Icon size={20} stroke={1.9} />
          </ActionIcon>
        ))}
      </div>
    )
  }
  const addChart = (
    <Button
      leftSection={<IconPlus size={20} stroke={1.9} />}
      disabled={bodies.length >= MAX_BOARD_CHARTS}
      onClick={() => open('chart')}
    >
      {t('chart.add')}
    </Button>
  )
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <PageHeading>{board.name}</PageHeading>
        <div className={classes.buttons}>
          {editing && board.charts.length > 0 && addChart}
          {editing && (
            <>
              <Button
                variant="default"
                leftSection={<IconSettings size={20} stroke={1.8} />}
                onClick={() => open('settings')}
              >
                {t('settings.open')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconTrash size={20} stroke={1.8} />}
                onClick={() => open('delete')}
              >
                {t('delete')}
              </Button>
            </>
          )}
          {!editing && (
            <Button variant="default" leftSection={<IconLink size={20} stroke={1.8} />} onClick={() => open('link')}>
              {t('link.open')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={editing ? <IconCheck size={20} stroke={1.8} /> : <IconPencil size={20} stroke={1.8} />}
            aria-pressed={editing}
            onClick={() => setEditing(!editing)}
          >
            {t(editing ? 'done' : 'edit')}
          </Button>
        </div>
      </header>
      {failure && opened === null && <Note status="act_now">{failure}</Note>}
      {board.charts.length === 0 ? (
        <EmptyState title={t('no_charts.title')} text={t('no_charts.text')} action={addChart} />
      ) : (
        <BoardCharts charts={board.charts} saved={saved} {...(editing ? { toolsOf } : {})} />
      )}
      <p className="bm-hidden" aria-live="polite">
        {said}
      </p>
      <Suspense>
        {opened?.part === 'chart' && (
          <ChartDialog
            chart={opened.chart === null ? null : (opened.of.charts[opened.chart] ?? null)}
            {...{ busy, failure }}
            onSave={chart => {
              const { charts } = boardBody(opened.of)
              const changed = opened.chart === null ? [...charts, chart] : charts.with(opened.chart, chart)
              save({ charts: changed }, close, opened.of)
            }}
            onClose={close}
          />
        )}
        {opened?.part === 'settings' && (
          <SettingsDialog
            board={opened.of}
            {...{ busy, failure }}
            onSave={change => {
              const { interval, calendar } = change
              save(
                change,
                () => {
                  close()
                  openPeriod({ interval, calendar })
                },
                opened.of,
              )
            }}
            onClose={close}
          />
        )}
        {opened?.part === 'link' && <LinkDialog board={board} onClose={close} />}
        {opened?.part === 'delete' && (
          <ConfirmDelete
            endpoint={api.deleteBoard}
            id={board.id}
            refresh={[api.listBoards]}
            title={t('delete_title', { name: board.name })}
            action={t('delete')}
            onDone={() => void go(linkTo(boardsScreen))}
            onClose={close}
          >
            <p>{t('delete_text')}</p>
          </ConfirmDelete>
        )}
      </Suspense>
    </div>
  )
}
