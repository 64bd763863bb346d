import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { ChartGroup } from '#shared/contract/places/taxonomy.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from './arrange-dialog.module.css'
import type { ArrangedCharts } from './arrangement.ts'

interface Props extends Pick<ArrangedCharts, 'all' | 'hidden'> {
  opened: boolean
  areaTypeId: number | undefined
  /** Name of the kind of area; undefined for a device without one. */
  areaType: string | undefined
  onClose: () => void
}

/** Order of the charts of a kind of area, and which are shown: for oneself, on all devices. */
export default function ArrangeDialog({ opened, all, hidden, areaTypeId, areaType, onClose }: Props) {
  const { t } = useTranslation('measurements')
  const [groups, setGroups] = useState(() => groupsOf(all))
  const [left, setLeft] = useState(() => new Set(hidden.map(({ group }) => group.key)))
  const [wasOpened, setWasOpened] = useState(opened)
  // Opened again it begins with what is saved by then.
  if (opened !== wasOpened) {
    setWasOpened(opened)
    setGroups(groupsOf(all))
    setLeft(new Set(hidden.map(({ group }) => group.key)))
  }
  // Read out: the button that was pressed moves along with its chart.
  const [said, setSaid] = useState('')
  const save = useApiMutation(api.saveChartArrangement, { refresh: [api.listChartArrangements] })
  const send = (order: string[], hiddenKeys: string[]) =>
    save.mutate({ body: { area_type_id: areaTypeId ?? null, order, hidden: hiddenKeys } }, { onSuccess: onClose })
  const move = (from: number, to: number) => {
    const next = groups.toSpliced(from, 1).toSpliced(to, 0, ...groups.slice(from, from + 1))
    setGroups(next)
    setSaid(t('arrange.moved', { name: groups[from]?.name ?? '', position: to + 1, of: groups.length }))
  }
  const toggle = (key: string) => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return (
    <FormDialog
      opened={opened}
      title={t('arrange.title')}
      action={t('arrange.save')}
      busy={save.isPending}
      failure={save.error && (save.error.message || t('arrange.failed'))}
      onSubmit={event => {
        event.preventDefault()
        send(
          groups.map(({ key }) => key),
          [...left],
        )
      }}
      onClose={onClose}
    >
      <p className="bm-muted">
        {areaType === undefined ? t('arrange.text_without') : t('arrange.text', { name: areaType })}
      </p>
      <ol className={classes.list}>
        {groups.map(({ key, name }, index) => (
          <li key={key} data-hidden={left.has(key) || undefined}>
            <span className="bm-grow">{name}</span>
            <ActionIcon
              size={44}
              variant="subtle"
              aria-label={t('arrange.up', { name })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <IconArrowUp size={20} stroke={1.9} />
            </ActionIcon>
            <ActionIcon
              size={44}
              variant="subtle"
              aria-label={t('arrange.down', { name })}
              disabled={index === groups.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <IconArrowDown size={20} stroke={1.9} />
            </ActionIcon>
            <ActionIcon
              size={44}
              variant="subtle"
              aria-label={t('arrange.show', { name })}
              aria-pressed={!left.has(key)}
              onClick={() => toggle(key)}
            >
              {left.has(key) ? <IconEyeOff size={20} stroke={1.9} /> : <IconEye size={20} stroke={1.9} />}
            </ActionIcon>
          </li>
        ))}
      </ol>
      <p className="bm-hidden" aria-live="polite">
        {said}
      </p>
      <Button variant="default" className={classes.reset} disabled={save.isPending} onClick={() => send([], [])}>
        {t('arrange.reset')}
      </Button>
    </FormDialog>
  )
}

/** Groups of charts in their order, each once. */
const groupsOf = (charts: ArrangedCharts['all']): ChartGroup[] => [
  ...new Map(charts.map(({ group }) => [group.key, group])).values(),
]
