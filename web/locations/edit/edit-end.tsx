import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/feedback/note.tsx'
import { LeaveGuard } from '../../ui/overlays/leave-guard.tsx'
import type { useSaid } from '../home/said.ts'
import classes from '../wizard/wizard.module.css'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { Conflicting } from './use-conflict.ts'

interface Props {
  /** Name of the place that is changed, as the question shows it. */
  name: string
  /** Verb of the button that saves. */
  action: string
  dirty: boolean
  busy: boolean
  failure: string | null
  conflict: Conflicting
  said: ReturnType<typeof useSaid>
  leave: () => Promise<void>
}

/** The end of a form of a place: what went wrong, its buttons, and the question when somebody else changed it since. */
export function EditEnd({ name, action, dirty, busy, failure, conflict, said, leave }: Props) {
  const { t } = useTranslation('ui')
  return (
    <>
      {failure && <Note status="act_now">{failure}</Note>}
      <div className={classes.actionBar}>
        <Button variant="default" component={Link} to="/">
          {t('cancel')}
        </Button>
        <span className={classes.space} />
        <Button type="submit" loading={busy}>
          {action}
        </Button>
      </div>
      <LeaveGuard when={dirty && !busy && !conflict.busy} />
      {conflict.conflict && (
        <ConflictDialog
          key={conflict.conflict.version}
          name={name}
          differences={conflict.conflict.differences}
          {...said}
          busy={conflict.busy}
          failure={conflict.failure}
          onSave={theirs => void conflict.resolve(theirs).then(saved => (saved ? leave() : undefined))}
          onClose={conflict.close}
        />
      )}
    </>
  )
}
