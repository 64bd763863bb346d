import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './bulk-bar.module.css'
import type { Selection } from './selection.ts'

interface Props {
  /** All that the list shows now, in its order. */
  shown: readonly { id: number }[]
  selection: Selection
  words: { title: string; all: string; none: string; chosen: string }
  /** Buttons for what can be done with the chosen ones, and what there is to say of them. */
  children: ReactNode
}

/** Bar at the bottom of a list for what can be done with the chosen ones together. */
export function BulkBar({ shown, selection, words, children }: Props) {
  const { t } = useTranslation('ui')
  const { chosen, toggleAll, leave } = selection
  if (chosen === null) return null
  const all = shown.length > 0 && chosen.length === shown.length
  return (
    <div className={classes.bar} role="toolbar" aria-label={words.title}>
      <div className={classes.head}>
        <Button
          variant="subtle"
          onClick={() =>
            toggleAll(
              shown.map(({ id }) => id),
              !all,
            )
          }
        >
          {all ? words.none : words.all}
        </Button>
        <span className="bm-grow" role="status">
          {words.chosen}
        </span>
        <ActionIcon size={48} aria-label={t('close')} onClick={leave}>
          <IconX size={20} stroke={1.9} />
        </ActionIcon>
      </div>
      {children}
    </div>
  )
}
