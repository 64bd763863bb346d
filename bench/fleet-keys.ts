/** Key of a device of the fleet, by its place in it. */
export const fleetKey = (device: number): string => `bm_fleet-${device}`
