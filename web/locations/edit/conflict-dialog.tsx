import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../wizard/wizard.module.css'
import type { Difference } from './conflict.ts'

interface Props {
  /** Name of the place that both changed. */
  name: string
  differences: readonly Difference[]
  labelOf: (field: string) => string
  textOf: (field: string, value: unknown) => string
  busy: boolean
  failure: string | null
  onSave: (takeTheirs: string[]) => void
  onClose: () => void
}

function Choice({
  difference,
  label,
  text,
  theirs,
  onPick,
}: {
  difference: Difference
  label: string
  text: (value: unknown) => string
  theirs: boolean
  onPick: (theirs: boolean) => void
}) {
  const { t } = useTranslation('places')
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {[true, false].map(one => (
        <label key={String(one)} data-chosen={one === theirs || undefined}>
          <input
            type="radio"
            name={`conflict-${difference.field}`}
            checked={one === theirs}
            onChange={() => onPick(one)}
          />
          <span>
            <span className="bm-small bm-muted">{t(one ? 'conflict.theirs' : 'conflict.mine')}</span>
            <b>{text(one ? difference.theirs : difference.mine)}</b>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Dialog for when somebody else was faster: shows what differs, and asks for each field which of the two stays. */
export function ConflictDialog({ name, differences, labelOf, textOf, busy, failure, onSave, onClose }: Props) {
  const { t } = useTranslation('places')
  const [theirs, setTheirs] = useState(() => differences.filter(one => one.onlyTheirs).map(({ field }) => field))
  const pick = (field: string, take: boolean) =>
    setTheirs(chosen => (take ? [...new Set([...chosen, field])] : chosen.filter(one => one !== field)))
  return (
    <FormDialog
      opened
      title={t('conflict.title', { name })}
      action={t('conflict.save')}
      keep={t('conflict.back')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={event => {
        event.preventDefault()
        onSave(theirs)
      }}
    >
      <p>{t(differences.length > 0 ? 'conflict.text' : 'conflict.same')}</p>
      {differences.map(difference => (
        <Choice
          key={difference.field}
          difference={difference}
          label={labelOf(difference.field)}
          text={value => textOf(difference.field, value)}
          theirs={theirs.includes(difference.field)}
          onPick={take => pick(difference.field, take)}
        />
      ))}
    </FormDialog>
  )
}
