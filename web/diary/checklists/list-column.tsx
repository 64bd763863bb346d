import { Button } from '@mantine/core'
import { IconHeading, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { isFull, minutesOf, type Problem } from './editor/draft.ts'
import classes from './editor/editor.module.css'
import { ItemRow } from './editor/item-row.tsx'
import { useDrag } from './editor/use-drag.ts'
import type { Editor } from './editor/use-editor.ts'

const depthOf = (items: readonly ChecklistItem[], { parent }: ChecklistItem): number => {
  const above = parent === null ? undefined : items.find(({ key }) => key === parent)
  return above ? 1 + depthOf(items, above) : 0
}

interface Props {
  editor: Editor
  /** Keys of what has to stay required. */
  fixed: ReadonlySet<string>
  problems: ReadonlyMap<string, Problem>
}

/** The list as it will be asked. */
export function ListColumn({ editor, fixed, problems }: Props) {
  const { t } = useTranslation('checklists')
  const { items } = editor.draft
  const { dragged, handle } = useDrag({ onOver: editor.drag, onDrop: editor.dropped })
  const count = items.filter(({ input }) => input !== 'heading').length
  return (
    <section className={`bm-card ${classes.column}`} data-pane="list" aria-labelledby="your-list">
      <header className={classes.listHead}>
        <h2 id="your-list">{t('your_list')}</h2>
        <span className="bm-small bm-muted">
          {t('items', { count: count })}
          {count > 0 && `, ${t('minutes', { count: minutesOf(items) })}`}
        </span>
      </header>
      {items.length === 0 && <p className="bm-muted">{t('list_empty')}</p>}
      <ol className={classes.rows}>
        {items.map((item, index) => (
          <ItemRow
            key={item.key}
            item={item}
            nth={index + 1}
            depth={depthOf(items, item)}
            editor={editor}
            fixed={fixed.has(item.key)}
            problem={problems.get(item.key) ?? null}
            dragged={dragged === item.key}
            handle={handle(item.key)}
          />
        ))}
      </ol>
      <footer className={classes.listFoot}>
        <Button
          variant="light"
          disabled={isFull(items)}
          leftSection={<IconPlus size={20} stroke={2} />}
          onClick={() => editor.addOwn('yes_no')}
        >
          {t('own_item')}
        </Button>
        <Button
          variant="default"
          disabled={isFull(items)}
          leftSection={<IconHeading size={20} stroke={1.9} />}
          onClick={() => editor.addOwn('heading')}
        >
          {t('input.heading')}
        </Button>
        <span className="bm-small bm-muted">{t(isFull(items) ? 'full' : 'order_help')}</span>
      </footer>
      <p className="bm-hidden" role="status" aria-live="polite">
        {editor.said}
      </p>
    </section>
  )
}
