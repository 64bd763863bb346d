import { Button, TextInput } from '@mantine/core'
import { IconPhotoPlus, IconRotateClockwise } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '#shared/contract/index.ts'
import { MAX_PHOTO_BYTES } from '#shared/contract/measurements/photos.ts'
import { type FloorPlan, FloorPlanInput } from '#shared/contract/places/floor-plans.ts'
import { refresh } from '../../kit/api/query.ts'
import { uploadBytes } from '../../kit/api/upload.ts'
import { useContractForm } from '../../kit/forms/form.ts'
import { makePicture } from '../../kit/pictures/make-picture.ts'
import type { Picture } from '../../kit/pictures/picture.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import classes from '../floor-plans.module.css'

/** Address of a picture that somebody chose, to look at. */
const usePreview = (picture: Picture | null): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return setAddress(null)
    const bytes = picture.preview ?? picture.bytes
    const made = URL.createObjectURL(new Blob([bytes], { type: picture.preview ? 'image/jpeg' : picture.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return address
}

interface ChooserProps {
  picture: Picture | null
  turns: number
  onPicture: (picture: Picture) => void
  onTurn: () => void
}

function PictureChooser({ picture, turns, onPicture, onTurn }: ChooserProps) {
  const { t } = useTranslation('floor-plans')
  const [state, setState] = useState<'coming' | 'unreadable' | null>(null)
  const preview = usePreview(picture)
  const choose = (file: File | undefined) => {
    if (!file) return
    setState('coming')
    makePicture(file, MAX_PHOTO_BYTES).then(
      made => {
        setState(null)
        onPicture(made)
      },
      () => setState('unreadable'),
    )
  }
  return (
    <>
      {preview && (
        <div className={classes.preview}>
          <img src={preview} alt={t('dialog.preview')} data-turns={turns} />
        </div>
      )}
      <div className="bm-row bm-wrap">
        <label className={classes.pick}>
          <IconPhotoPlus size={20} stroke={1.8} aria-hidden="true" />
          {t(state === 'coming' ? 'dialog.reading' : picture ? 'dialog.other' : 'dialog.choose')}
          <input
            type="file"
            className="bm-hidden"
            accept="image/*"
            disabled={state === 'coming'}
            onChange={event => {
              choose(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </label>
        {picture && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconRotateClockwise size={20} stroke={1.8} />}
            onClick={onTurn}
          >
            {t('dialog.turn')}
          </Button>
        )}
      </div>
      {state === 'unreadable' && <Note status="act_now">{t('dialog.unreadable')}</Note>}
    </>
  )
}

interface Props {
  locationId: number
  /** The plan that gets another picture; null for a new one. */
  plan: FloorPlan | null
  onDone: (plan: FloorPlan) => void
  onClose: () => void
}

/** Form for a new floor plan, or for another picture of one. */
export default function PictureDialog({ locationId, plan, onDone, onClose }: Props) {
  const { t } = useTranslation('floor-plans')
  const client = useQueryClient()
  const [picture, setPicture] = useState<Picture | null>(null)
  const [turns, setTurns] = useState(0)
  const { form, failure, busy, onSubmit } = useContractForm({
    body: plan ? z.object({}) : FloorPlanInput,
    initialValues: { name: '' },
    toBody: ({ name }) => (plan ? {} : { name }),
    send: async (_, { name }) => {
      if (!picture) return
      const bytes = new Blob([picture.bytes], { type: picture.type })
      const made = plan
        ? await uploadBytes(
            api.replaceFloorPlanPicture,
            { params: { id: plan.id }, query: { turns } },
            bytes,
            () => undefined,
          )
        : await uploadBytes(
            api.createFloorPlan,
            { params: { id: locationId }, query: { name, turns } },
            bytes,
            () => undefined,
          )
      await refresh(client, [api.listFloorPlans, api.listLocations, api.getLocation])
      onDone(made)
    },
  })
  return (
    <FormDialog
      opened
      title={plan ? t('dialog.replace_title', { name: plan.name }) : t('dialog.title')}
      action={t(plan ? 'dialog.replace' : 'dialog.add')}
      waits={!picture}
      {...{ busy, failure, onSubmit, onClose }}
    >
      <p className="bm-muted">{t(plan ? 'dialog.replace_text' : 'dialog.text')}</p>
      <PictureChooser
        picture={picture}
        turns={turns}
        onPicture={made => {
          setPicture(made)
          setTurns(0)
        }}
        onTurn={() => setTurns((turns + 1) % 4)}
      />
      {!plan && (
        <TextInput
          size="md"
          autoComplete="off"
          maxLength={255}
          label={t('dialog.name')}
          placeholder={t('dialog.name_example')}
          {...form.getInputProps('name')}
        />
      )}
    </FormDialog>
  )
}
