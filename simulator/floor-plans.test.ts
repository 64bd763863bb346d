import sharp from 'sharp'
import { expect, it } from 'vitest'
import { FARMS } from './farms/farms.ts'
import { drawnFarm, placeOn } from './floor-plans.ts'

it.each(FARMS.map(farm => [farm.location.name, farm.areas] as const))(
  'draws the barns of %s, and puts each device into its own',
  async (_, areas) => {
    const { data, info } = await sharp(Buffer.from(drawnFarm(areas)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const brightAt = ({ x, y }: { x: number; y: number }) => {
      const offset = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels
      return data[offset + 2]
    }
    const places = areas.flatMap((one, area) => one.devices.map((__, device) => placeOn(areas, { area, device })))
    // A barn is white inside; the yard around it is not.
    expect(places.map(brightAt)).toEqual(places.map(() => 255))
    expect(brightAt({ x: 0.01, y: 0.01 })).toBeLessThan(255)
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length)
  },
)
