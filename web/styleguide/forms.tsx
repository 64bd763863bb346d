import { Button, Checkbox, Select, Switch, TextInput } from '@mantine/core'
import { Segments } from '../ui/forms/segments.tsx'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useState } from 'react'
import { NumberField, numberText } from '../kit/forms/number-field.tsx'
import { CopyButton } from '../ui/data-display/copy-button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { PageLoading } from '../ui/feedback/page-loading.tsx'
import { Confirm } from '../ui/overlays/confirm.tsx'
import { FloatingCard } from '../ui/overlays/floating-card.tsx'
import { FormDialog } from '../ui/overlays/form-dialog.tsx'
import { Chapter, StyleguidePiece } from './piece.tsx'
import classes from './styleguide.module.css'

const nothing = () => undefined

export function Forms() {
  const [period, setPeriod] = useState('Day')
  return (
    <Chapter title="Forms">
      <StyleguidePiece
        name="Button"
        use="Verbs. One filled button per view; what destroys is outlined until its dialog."
      >
        <Button>Save</Button>
        <Button variant="default">Cancel</Button>
        <Button variant="light">Now</Button>
        <Button loading>Save</Button>
        <CopyButton text="key" variant="default" />
      </StyleguidePiece>
      <StyleguidePiece name="TextInput" use="Label above, help below, error below in its place.">
        <TextInput label="Name" description="As on the door" defaultValue="Piglet room 3" />
        <TextInput label="E-mail" error="Enter an e-mail address" defaultValue="marieke@" />
      </StyleguidePiece>
      <StyleguidePiece name="NumberField" use="A number with comma or point; its unit inside at the right.">
        <NumberField label="Height" unit="m" optional defaultValue={numberText(2.8)} />
      </StyleguidePiece>
      <StyleguidePiece name="Choices" use="Few: segments. Many: a list. On or off: a switch. To agree: a box.">
        <Segments data={['Hour', 'Day', 'Week']} value={period} onChange={setPeriod} aria-label="Period" />
        <Select label="Language" data={['English', 'Deutsch']} defaultValue="English" />
        <Switch label="Keys are on" defaultChecked />
        <Checkbox label="I accept the terms" />
      </StyleguidePiece>
    </Chapter>
  )
}

export function Feedback() {
  const [open, setOpen] = useState<'confirm' | 'form' | 'card' | 'loading'>()
  const close = () => setOpen(undefined)
  const showLoading = () => {
    setOpen('loading')
    setTimeout(close, 3000)
  }
  return (
    <Chapter title="Dialogs, toasts and states">
      <StyleguidePiece
        name="Confirm"
        use="Before something is lost; a question that names the object, the harmless button has the focus."
      >
        <Button variant="default" onClick={() => setOpen('confirm')}>
          Open
        </Button>
        <Confirm opened={open === 'confirm'} title="Delete “Barn 1”?" action="Delete" onConfirm={close} onClose={close}>
          <p>Its measurements stay with the device.</p>
        </Confirm>
      </StyleguidePiece>
      <StyleguidePiece name="FormDialog" use="A short form: a sheet from below on the phone.">
        <Button variant="default" onClick={() => setOpen('form')}>
          Open
        </Button>
        <FormDialog
          opened={open === 'form'}
          title="Rename"
          action="Save"
          busy={false}
          failure={null}
          onSubmit={nothing}
          onClose={close}
        >
          <TextInput label="Name" />
        </FormDialog>
      </StyleguidePiece>
      <StyleguidePiece name="Toast, FloatingCard" use="A toast goes by itself; the card stays until it is answered.">
        <Notifications position="bottom-center" limit={2} autoClose={6000} />
        <Button variant="default" onClick={() => notifications.show({ message: 'Saved.' })}>
          Toast
        </Button>
        <Button variant="default" onClick={() => setOpen('card')}>
          Card
        </Button>
        {open === 'card' && (
          <FloatingCard text="A new version is ready." action="Reload" later="Later" onAction={close} onLater={close} />
        )}
      </StyleguidePiece>
      <StyleguidePiece name="Note" use="A sentence on its state's soft ground, e.g. what went wrong with a form.">
        <div className={classes.wide}>
          <Note status="good">Your password is changed.</Note>
          <Note status="attention">The link no longer works.</Note>
          <Note status="act_now">Not saved.</Note>
        </div>
      </StyleguidePiece>
      <StyleguidePiece name="EmptyState" use="What will be here, and the one thing to do about it.">
        <EmptyState
          title="No devices yet"
          text="Devices send what they measure."
          action={<Button>Add a device</Button>}
        />
      </StyleguidePiece>
      <StyleguidePiece name="PageLoading" use="Skeleton after 300 ms, word after 1 s.">
        <Button variant="default" onClick={showLoading}>
          Three seconds
        </Button>
        {open === 'loading' && (
          <div className={classes.wide}>
            <PageLoading already={1000} />
          </div>
        )}
      </StyleguidePiece>
      <StyleguidePiece name="ErrorState" use="What happened, what to do.">
        <ErrorState title="The server did not answer" text="Are you still connected?" details="0" onRetry={nothing} />
      </StyleguidePiece>
      <StyleguidePiece name="Skeleton, stale value" use="Grey until it is there; grey with its age once it is old.">
        <span className="bm-skeleton" style={{ width: 180, height: 26 }} />
        <span className="bm-muted">25.9 °C · 12 min ago</span>
      </StyleguidePiece>
    </Chapter>
  )
}
