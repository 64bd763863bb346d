import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLock, IconX } from '@tabler/icons-react'
import type { HTMLAttributes, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChecklistItem, ITEM_INPUTS } from '#shared/contract/diary/checklists.ts'
import { mayMove, type Problem } from './draft.ts'
import classes from './editor.module.css'
import { INPUT_ICONS } from './inputs.ts'
import { ItemDetails } from './item-details.tsx'
import type { Editor } from './use-editor.ts'

interface Props {
  item: ChecklistItem
  /** Number in the list, from 1. */
  nth: number
  /** Number of its parents. */
  depth: number
  editor: Editor
  /** True for an item that was required before: it stays so. */
  fixed: boolean
  problem: Problem | null
  dragged: boolean
  handle: HTMLAttributes<HTMLButtonElement>
}

/** An item of the list: where it stands, how it is answered, and, opened, all it has. */
export function ItemRow({ item, nth, depth, editor, fixed, problem, dragged, handle }: Props) {
  const { t } = useTranslation('checklists')
  const { key, name, input, required, own, unit } = item
  const said = name || t(input === 'heading' ? 'new_heading' : 'new_item')
  const Icon = INPUT_ICONS[input]
  const opened = editor.opened === key
  const { items } = editor.draft
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const by = event.key === 'ArrowUp' ? -1 : 1
    if (mayMove(items, key, by)) editor.move(key, by)
  }
  return (
    <li
      className={classes.row}
      data-key={key}
      data-opened={opened || undefined}
      data-dragged={dragged || undefined}
      data-heading={input === 'heading' || undefined}
      data-wrong={problem !== null || undefined}
      style={{ '--depth': depth }}
      onKeyDown={onKeyDown}
    >
      <div className={classes.line}>
        <button type="button" className={classes.grip} aria-label={t('drag', { name: said })} {...handle}>
          <IconGripVertical size={20} stroke={1.9} />
        </button>
        <span className={classes.nth} aria-hidden="true">
          {nth}
        </span>
        <button
          type="button"
          className={classes.name}
          aria-expanded={opened}
          onClick={() => editor.open(opened ? null : key)}
        >
          <b>{said}</b> {unit && <span className="bm-small bm-muted">{unit}</span>}
          {own && <span className="bm-tag">{t('own')}</span>}
        </button>
        <NativeSelect
          className={classes.type}
          aria-label={t('type_of', { name: said })}
          leftSection={<Icon size={18} stroke={1.8} />}
          value={input}
          disabled={fixed}
          onChange={event => {
            const chosen = ITEM_INPUTS.find(one => one === event.currentTarget.value)
            if (chosen) editor.setInput(key, chosen)
          }}
          data={ITEM_INPUTS.map(value => ({ value, label: t(`input.${value}`) }))}
        />
        <span className={classes.arrows}>
          {required ? (
            <span className={classes.lock}>
              <IconLock size={18} stroke={1.9} aria-hidden="true" /> {t('required')}
            </span>
          ) : (
            <>
              {([-1, 1] as const).map(by => (
                <ActionIcon
                  key={by}
                  variant="subtle"
                  size={40}
                  aria-label={t(by < 0 ? 'up' : 'down', { name: said })}
                  disabled={!mayMove(items, key, by)}
                  onClick={() => editor.move(key, by)}
                >
                  {by < 0 ? <IconArrowUp size={19} stroke={2} /> : <IconArrowDown size={19} stroke={2} />}
                </ActionIcon>
              ))}
              <ActionIcon
                variant="subtle"
                size={40}
                aria-label={t('remove', { name: said })}
                onClick={() => editor.remove(key)}
              >
                <IconX size={19} stroke={2} />
              </ActionIcon>
            </>
          )}
        </span>
      </div>
      {problem && !opened && <p className={classes.problem}>{t(`problem.${problem}`)}</p>}
      {opened && <ItemDetails item={item} editor={editor} fixed={fixed} problem={problem} />}
    </li>
  )
}
