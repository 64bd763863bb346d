import { Checkbox, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportCard } from './card.tsx'
import classes from './exports.module.css'
import { found, type SourceGroup } from './sources.ts'

interface Props {
  title: string
  groups: SourceGroup[]
  /** Name of the group for sources without one. */
  otherwise: string
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

/** Number of sources beyond which groups are collapsed until somebody opens them. */
const MANY = 30

/** Sources that can be exported, in their groups: each can be chosen, and each group as a whole. */
export function SourceTree({ title, groups, otherwise, chosen, onChoose }: Props) {
  const { t } = useTranslation('exports')
  const [words, setWords] = useState('')
  const all = new Set(chosen)
  const visible = found(groups, words)
  const few = groups.reduce((sum, { sources }) => sum + sources.length, 0) <= MANY
  const set = (ids: number[], on: boolean) =>
    onChoose(on ? [...new Set([...chosen, ...ids])] : chosen.filter(id => !ids.includes(id)))
  return (
    <ExportCard title={title} note={t('chosen', { count: chosen.length })}>
      <TextInput
        size="md"
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        leftSection={<IconSearch size={18} stroke={1.8} />}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
      <ul className={classes.tree}>
        {visible.map(group => (
          <Group
            key={group.name ?? ''}
            group={group}
            name={group.name ?? otherwise}
            chosen={all}
            open={few || words.trim() !== '' || group.sources.some(({ id }) => all.has(id))}
            onSet={set}
          />
        ))}
      </ul>
      {visible.length === 0 && <p className="bm-muted">{t('none_found')}</p>}
    </ExportCard>
  )
}

interface GroupProps {
  group: SourceGroup
  name: string
  chosen: ReadonlySet<number>
  open: boolean
  onSet: (ids: number[], on: boolean) => void
}

function Group({ group: { sources }, name, chosen, open, onSet }: GroupProps) {
  const { t } = useTranslation('exports')
  const [collapsed, setCollapsed] = useState<boolean | null>(null)
  const isOpen = collapsed === null ? open : !collapsed
  const count = sources.filter(({ id }) => chosen.has(id)).length
  const Fold = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className={classes.groupHead}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-label={name}
          onClick={() => setCollapsed(isOpen)}
        >
          <Fold size={18} stroke={1.8} />
        </button>
        <Checkbox
          label={name}
          checked={count === sources.length}
          indeterminate={count > 0 && count < sources.length}
          onChange={event =>
            onSet(
              sources.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
        <span className="bm-small bm-muted">{t('of', { count, all: sources.length })}</span>
      </div>
      {isOpen && (
        <ul className={classes.sources}>
          {sources.map(({ id, title, note }) => (
            <li key={id}>
              <Checkbox
                label={
                  <>
                    {title} {note && <span className="bm-small bm-muted">{note}</span>}
                  </>
                }
                checked={chosen.has(id)}
                onChange={event => onSet([id], event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
