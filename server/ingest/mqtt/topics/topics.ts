export { takeAllKept } from './kept.ts'
export { forgetOldTopics, heardSince } from './topic-store.ts'

/** Every device's messages, for the subscription at a broker. */
export const ALL_UP = 'barnometer/+/up'

/** Name a topic gives the device whose messages it carries; null for any other topic. */
export const nameInUp = (topic: string): string | null => /^barnometer\/([^/]+)\/up$/.exec(topic)?.[1] ?? null

export const upTopic = (name: string): string => `barnometer/${name}/up`
export const downTopic = (name: string): string => `barnometer/${name}/down`
