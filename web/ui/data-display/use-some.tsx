import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** First items of a long list, and what shows the next `step` ones; nothing once all are there. */
export const useSome = <Item,>(
  items: readonly Item[],
  step: number,
  first = step,
): [some: readonly Item[], more: ReactNode] => {
  const { t } = useTranslation('ui')
  const [count, setCount] = useState(first)
  const rest = items.length - count
  const more = rest > 0 && (
    <Button variant="default" onClick={() => setCount(count + step)}>
      {t('show_more', { count: rest })}
    </Button>
  )
  return [items.slice(0, count), more]
}
