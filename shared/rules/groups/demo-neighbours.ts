/** Farms beside the demo farm that a neighbour shares with its group, by name, each with what the share permits. */
export const NEIGHBOUR_FARMS = { edit: 'Hofstede', read: 'Het Veen' } as const
