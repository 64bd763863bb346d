import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Note } from '../../../ui/feedback/note.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import classes from './editor.module.css'

interface Props {
  opened: boolean
  name: string
  busy: boolean
  failure: string | null
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}

/** Dialog for a list that somebody else saved since it was read: it asks which of the two stays. */
export function ChecklistOvertakenDialog({ opened, name, busy, failure, onMine, onTheirs, onClose }: Props) {
  const { t } = useTranslation('checklists')
  return (
    <Dialog opened={opened} title={t('overtaken.title', { name })} onClose={onClose}>
      <div className={classes.details}>
        <p>{t('overtaken.text')}</p>
        {failure && <Note status="act_now">{failure}</Note>}
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('overtaken.back')}
        </Button>
        <Button variant="default" onClick={onTheirs}>
          {t('overtaken.theirs')}
        </Button>
        <Button loading={busy} onClick={onMine}>
          {t('overtaken.mine')}
        </Button>
      </div>
    </Dialog>
  )
}
