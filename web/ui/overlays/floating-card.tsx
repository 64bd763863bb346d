import { Button } from '@mantine/core'
import classes from './floating-card.module.css'

interface Props {
  text: string
  /** Verb of the button that does it. */
  action: string
  /** Verb of the button that puts it off. */
  later: string
  onAction: () => void
  onLater: () => void
}

/** Sentence above the tabs that stays until somebody answers it; covers nothing that is needed meanwhile. */
export function FloatingCard({ text, action, later, onAction, onLater }: Props) {
  return (
    <aside className={`bm-card ${classes.card}`} role="status">
      <p>{text}</p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onLater}>
          {later}
        </Button>
        <Button onClick={onAction}>{action}</Button>
      </div>
    </aside>
  )
}
