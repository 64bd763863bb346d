import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { Board } from '#shared/contract/measurements/boards.ts'
import { useApiMutation } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import { ShownSecret } from '../../ui/data-display/shown-secret.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { OnceDialog } from '../../ui/overlays/once-dialog.tsx'
import classes from '../boards.module.css'

/** Link by which others open a board: made, made anew, revoked; its address is shown once. */
export default function LinkDialog({ board, onClose }: { board: Board; onClose: () => void }) {
  const { t } = useTranslation(['boards', 'form'])
  const { time_zone } = useUser()
  const [secret, setSecret] = useState<string>()
  const after = { refresh: [api.getBoard, api.listBoards] }
  const share = useApiMutation(api.shareBoard, after)
  const end = useApiMutation(api.endBoardLink, after)
  const failure = share.error ?? end.error
  const params = { id: board.id }
  if (secret)
    return (
      <OnceDialog title={t('link.made', { name: board.name })} onClose={onClose}>
        <ShownSecret name="board-link" secret={`${location.origin}/boards/shared#${secret}`} once={t('link.once')} />
        <p>{t('link.who')}</p>
        <Button onClick={onClose}>{t('link.kept')}</Button>
      </OnceDialog>
    )
  return (
    <Dialog opened title={t('link.title')} onClose={onClose}>
      <div className={classes.fields}>
        <p>{t('link.text')}</p>
        <p className="bm-muted">{t('link.names')}</p>
        {board.link && (
          <p>
            <code>…{board.link.tail}</code> · {t('link.since', { date: dayIn(board.link.created_at, time_zone) })}
          </p>
        )}
        {failure && <Note status="act_now">{failure.message || t('form:no_answer')}</Note>}
        <div className={classes.buttons}>
          <Button
            loading={share.isPending}
            onClick={() => share.mutate({ params }, { onSuccess: made => setSecret(made.secret) })}
          >
            {t(board.link ? 'link.again' : 'link.make')}
          </Button>
          {board.link && (
            <Button
              variant="default"
              loading={end.isPending}
              onClick={() => end.mutate({ params }, { onSuccess: onClose })}
            >
              {t('link.revoke')}
            </Button>
          )}
        </div>
        {board.link && <p className="bm-small bm-muted">{t('link.again_help')}</p>}
      </div>
    </Dialog>
  )
}
