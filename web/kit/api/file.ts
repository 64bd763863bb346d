import { saveFile } from '../browser/save-file.ts'
import { currentLanguage } from '../language/language.ts'
import { readSession } from './session.ts'

/** Gives the person a file of the server, from an address of the API, under a name. Throws when the server does not give it. */
export const saveFileAt = async (address: string, name: string): Promise<void> => {
  const answer = await window.fetch(address, {
    headers: { authorization: `Bearer ${readSession().token ?? ''}`, 'accept-language': currentLanguage() },
  })
  if (!answer.ok) throw new Error(`no file: ${answer.status}`)
  saveFile(await answer.blob(), name)
}
