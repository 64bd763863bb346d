import type { World } from '../kit/world.ts'
import { removeDevices } from './removal.ts'

export const deleteDemoDevices = async (world: World): Promise<void> => {
  const rows = await world.db.selectFrom('devices').select('id').where('demo', '=', 1).execute()
  await removeDevices(
    world,
    rows.map(row => row.id),
  )
}
