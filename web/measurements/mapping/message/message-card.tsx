import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClipboardText, IconInbox } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import { useFormat } from '../../../kit/language/format.ts'
import { useNow } from '../../../kit/time/now.ts'
import { CopyButton } from '../../../ui/data-display/copy-button.tsx'
import classes from '../mapping.module.css'
import type { Looking } from '../use-looking.ts'
import { MessageLines } from './message-lines.tsx'

/** Example of sending a message, for who has sent none. */
function HowToSend() {
  const { t } = useTranslation('mapping')
  const example = `curl -X POST ${location.origin}/api/measurements \\\n  -H 'Authorization: Bearer <${t('key')}>' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"temp": 21.5}'`
  return (
    <div className={classes.how}>
      <h3>{t('empty_title')}</h3>
      <p className="bm-muted">{t('empty_text')}</p>
      <pre className="bm-mono">{example}</pre>
      <CopyButton variant="default" text={example} />
    </div>
  )
}

function Came({ message }: { message: RawMessage }) {
  const { t } = useTranslation('mapping')
  const format = useFormat()
  const now = useNow()
  return <span className="bm-small bm-muted">{`${format.age(message.at, now)}, ${t(`door.${message.door}`)}`}</span>
}

function Paste({ looking }: { looking: Looking }) {
  const { t } = useTranslation('mapping')
  const { pasted, message, onPaste } = looking
  return (
    <>
      <Textarea
        className={classes.paste}
        label={t('paste_label')}
        description={message && !message.isJson ? t('paste_bad') : t('paste_help')}
        inputWrapperOrder={['label', 'input', 'description']}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={20_000}
        spellCheck={false}
        data-autofocus
        value={pasted ?? ''}
        onChange={event => onPaste(event.currentTarget.value)}
      />
      <Button variant="subtle" leftSection={<IconInbox size={18} stroke={1.8} />} onClick={() => onPaste(null)}>
        {t('back')}
      </Button>
    </>
  )
}

interface Props {
  looking: Looking
  places: ReadonlyMap<string, string>
  onChoose: ((path: string) => void) | undefined
}

/** The message that is looked at: one that came, or one that is tried. */
export function MessageCard({ looking, places, onChoose }: Props) {
  const { t } = useTranslation('mapping')
  const { raw, pasted, message, older, newer, onPaste, onShow } = looking
  return (
    <section className={`bm-card ${classes.message}`}>
      <header>
        <h2>{t('message')}</h2>
        {raw && <Came message={raw} />}
        <span className="bm-grow" />
        {raw && (
          <>
            <ActionIcon
              variant="default"
              aria-label={t('older')}
              disabled={older === undefined}
              onClick={() => onShow(older)}
            >
              <IconChevronLeft size={18} stroke={2} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={t('newer')}
              disabled={newer === undefined}
              onClick={() => onShow(newer)}
            >
              <IconChevronRight size={18} stroke={2} />
            </ActionIcon>
          </>
        )}
      </header>
      {pasted !== null && <Paste looking={looking} />}
      {message ? <MessageLines value={message.value} {...{ places, onChoose }} /> : pasted === null && <HowToSend />}
      {raw?.cut && <p className="bm-small bm-muted">{t('cut')}</p>}
      {message && onChoose && <p className="bm-small bm-muted">{t('click')}</p>}
      {pasted === null && (
        <Button
          variant="default"
          leftSection={<IconClipboardText size={18} stroke={1.8} />}
          onClick={() => onPaste('')}
        >
          {t('paste')}
        </Button>
      )}
    </section>
  )
}
