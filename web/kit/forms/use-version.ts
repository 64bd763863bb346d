import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'

/** Tells whether a call failed because somebody changed the same since it was read. */
export const isOvertaken = (thrown: unknown): boolean =>
  thrown instanceof CallFailed && thrown.code === 'changed_meanwhile'

/**
 * Version of what a form was filled from, over which it saves; none for something new. Where somebody saved the same since, the form
 * keeps what was typed and says so, and who saves again replaces what is there by then.
 */
export const useVersion = (
  before: { version: number } | null,
  readNewest: () => Promise<{ version: number } | undefined>,
) => {
  const { t } = useTranslation('form')
  const [version, setVersion] = useState(before?.version)
  return async <Answer>(save: (version: number | undefined) => Promise<Answer>): Promise<Answer> => {
    try {
      return await save(version)
    } catch (thrown) {
      if (!isOvertaken(thrown)) throw thrown
      const newest = await readNewest()
      // A form of something that is gone by now says what the call said.
      if (!newest) throw thrown
      setVersion(newest.version)
      throw new CallFailed(409, { code: 'changed_meanwhile', message: t('overtaken') })
    }
  }
}
