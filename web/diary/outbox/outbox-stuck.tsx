import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../kit/browser/save-file.ts'
import { maskNames } from '../../kit/language/demo-mode.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import classes from './outbox.module.css'
import { type Attachment, again, type OutboxItem } from './outbox-item.ts'
import { readOriginal } from './outbox-store.ts'
import { isLost, stuckIn } from './outbox-words.ts'

/** Why a photo or file is not there yet, in the server's words where it said any. */
const useWhy = () => {
  const { t } = useTranslation('outbox')
  return ({ name, refusal, held }: Attachment): string => {
    if (!refusal) {
      const foreign = held?.foreign ?? null
      if (foreign === 413) return t('too_large_on_the_way', { name })
      return foreign === null ? t('not_through', { name }) : t('on_the_way', { name, status: foreign })
    }
    const said = [...new Set(Object.values(refusal.errors).flat())].join(' ') || refusal.message
    const known: Record<string, string> = {
      not_found: t('gone'),
      not_allowed: t('no_right'),
      too_large: t('too_large', { name }),
      wrong_content_type: t('wrong_type', { name }),
    }
    if (isLost(refusal)) return t('lost_bytes', { name })
    return known[refusal.code] ?? `${name}: ${maskNames(said)}`
  }
}

/** Photos and files that do not get through: each can be kept elsewhere, and all else goes without it. */
export function StuckParts({
  outboxItem,
  onChange,
}: {
  outboxItem: OutboxItem
  onChange: (to: (outboxItem: OutboxItem) => OutboxItem) => void
}) {
  const { t } = useTranslation('outbox')
  const why = useWhy()
  const save = async ({ client_id, name, type }: Attachment) => {
    const kept = await readOriginal(client_id).catch(() => undefined)
    if (kept) saveFile(new Blob([kept.bytes], { type }), name)
    else showToast({ id: 'not-saved', message: t('lost_bytes', { name }), color: 'bad' })
  }
  return stuckIn(outboxItem).map(part => (
    <div key={part.client_id} className={classes.wide}>
      <p className={classes.why}>{why(part)}</p>
      <div className={classes.buttons}>
        {!isLost(part.refusal) && part.sent_id === null && (
          <Button
            variant="default"
            leftSection={<IconDownload size={20} stroke={1.9} />}
            onClick={() => void save(part)}
          >
            {t(part.kind === 'photo' ? 'save_photo' : 'save_file')}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() =>
            onChange(before =>
              again({ ...before, parts: before.parts.filter(one => one.client_id !== part.client_id) }),
            )
          }
        >
          {t('cure.drop_part')}
        </Button>
      </div>
    </div>
  ))
}
