import type { Generated } from 'kysely'

export interface FloorPlanTables {
  /** Pictures of the buildings of a location. */
  floor_plans: {
    id: Generated<number>
    location_id: number
    name: string
    /** Name of its picture in the store. */
    file: string
    /** Count of the pictures it has had, by which a browser tells one from the one before. */
    pictures: Generated<number>
    width: number
    height: number
    created_by: number | null
    created_at: string
  }
  /** Places of devices on floor plans. One counts only while the device hangs in the area in which it hung as it was put there. */
  floor_plan_devices: {
    floor_plan_id: number
    device_id: number
    area_id: number
    /** Share of the width and height of the picture, from its upper left corner. */
    x: number
    y: number
  }
}
