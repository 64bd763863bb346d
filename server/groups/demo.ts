import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { accountOfId, type Person } from '../users/accounts.ts'
import { addDemoPerson } from '../users/demo.ts'
import { addMember, insertGroup } from './group-store.ts'
import { insertInvitation } from './invitation-store.ts'

export { deleteDemoGroups } from './group-store.ts'

export interface DemoGroup {
  id: number
  /** Person who loaded the farm, and the neighbour whose farms are shared. */
  owner: Person
  neighbour: Pick<Person, 'id' | 'email'>
}

/**
 * Adds a group of the demo farm: its owner, a vet, a neighbour and one who helps out, and an invitation that waits. It mails nobody.
 * Undefined when the account is gone.
 */
export const addDemoGroup = async (services: Services, userId: number): Promise<DemoGroup | undefined> => {
  const { db } = services
  const owner = await accountOfId(db, userId)
  if (!owner) return undefined
  const { locale } = owner
  const joined_at = isoNow(services)
  return db.transaction().execute(async trx => {
    const person = (name: string) => addDemoPerson(services, trx, { name, locale })
    const [vet, neighbour, helper] = [
      await person('Ilse Vermeer'),
      await person('Bram Hofstede'),
      await person('Nadia Postma'),
    ]
    const group = await insertGroup(trx, { name: wordsIn(locale)('demo.group'), created_at: joined_at, demo: 1 })
    const members = [
      { user_id: owner.id, role: 'owner' as const },
      { user_id: vet.id, role: 'admin' as const },
      { user_id: neighbour.id, role: 'creator' as const },
      { user_id: helper.id, role: 'member' as const },
    ]
    for (const member of members) await addMember(trx, { ...member, group_id: group.id, joined_at })
    const invited = { email: 'kees.jansen@peelrand.example', role: 'member' as const }
    await insertInvitation(trx, { ...invited, group_id: group.id, invited_by: owner.id, sent_at: joined_at })
    return { id: group.id, owner, neighbour }
  })
}
