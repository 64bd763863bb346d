import type { FormErrors } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { type DeviceMapping, MappingInput, type OwnMapping } from '#shared/contract/measurements/mappings.ts'
import { ask } from '../../kit/api/api.ts'
import { refresh } from '../../kit/api/query.ts'
import { errorsOf, failureOf } from '../../kit/forms/form.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { isSame, type MappingDraft, mappingOf, savedOf } from './draft.ts'

const READS = [api.getDeviceMapping, api.listMappings]

/** Target of saving: the mapping of the device alone, or of all devices of its model. */
export type SaveTarget = 'device' | 'model'

interface Saved {
  deviceId: number
  draft: MappingDraft
  own: OwnMapping | undefined
  /** Mapping of the preset or the model: a device whose rows differ has its own. */
  origin: DeviceMapping['mapping']
  /**
   * Versions the changes began from: what somebody else saved since is not written over unseen. Null to write over it.
   */
  versions: Versions | null
}

/** Versions of the device's own mapping and of its model. */
export interface Versions {
  device: number
  model: number | undefined
}

/** Fields of the server's answer are those of the body; here they begin at the mapping. */
const withoutPrefix = (errors: FormErrors): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field.replace(/^mapping\./, ''), String(text)]))

/** Saves a mapping, and says where it is wrong. */
export const useMappingSaving = () => {
  const { t } = useTranslation('mapping')
  const client = useQueryClient()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [overtaken, setOvertaken] = useState(false)

  const send = async ({ deviceId, draft, own, origin, versions }: Saved, target: SaveTarget): Promise<void> => {
    const mapping = savedOf(draft)
    if (target === 'model' && own && mapping)
      await ask(api.updateMapping, {
        params: { id: own.id },
        body: { name: own.name, mapping, version: versions?.model },
      })
    const isOrigin = (target === 'model' && own !== undefined) || isSame(mapping, origin)
    const from = isOrigin && mapping ? { preset: draft.preset, mapping_id: draft.mapping_id } : {}
    // The device has changed already with its model.
    const version = target === 'model' && own !== undefined ? undefined : versions?.device
    await ask(api.setDeviceMapping, { params: { id: deviceId }, body: { mapping, ...from, version } })
  }

  /** True when every field is right; says where one is not. */
  const check = (draft: MappingDraft): boolean => {
    const wrong = MappingInput.safeParse(mappingOf(draft), { reportInput: true }).error
    setFailure(null)
    setErrors(wrong ? withoutPrefix(errorsOf(wrong.issues)) : {})
    return wrong === undefined
  }

  return {
    check,
    errors,
    failure,
    busy,
    /** True when somebody else saved since, and it is asked which of the two stays. */
    overtaken,
    back: () => setOvertaken(false),
    /** Forgets what was wrong: it has been changed. */
    clear: () => {
      setErrors({})
      setFailure(null)
    },
    /** True when it is saved. */
    save: async (saved: Saved, target: SaveTarget): Promise<boolean> => {
      if (!check(saved.draft)) return false
      setBusy(true)
      try {
        await send(saved, target)
        setOvertaken(false)
        await refresh(client, READS)
        showToast({ id: 'mapping', message: t('saved') })
        return true
      } catch (thrown) {
        if (thrown instanceof CallFailed && thrown.code === 'changed_meanwhile') {
          await refresh(client, READS)
          setOvertaken(true)
          return false
        }
        const found = failureOf(thrown, ['mapping'])
        setErrors(withoutPrefix(found.errors))
        setFailure(found.message ?? t('not_saved'))
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}
