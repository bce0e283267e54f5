import { dayMs } from '../../lib/measure/units.ts'

/** A one-time link lets its bearer choose a first password, choose another one, or replace the second factor. */
export const linkPurposes = ['setup', 'password', 'second-factor'] as const

export type LinkPurpose = (typeof linkPurposes)[number]

export const isLinkPurpose = (text: string): text is LinkPurpose =>
  linkPurposes.some((purpose) => purpose === text)

/** The default lifetime of a link and the longest one, in milliseconds. */
export const linkLifetimeMs = { default: dayMs, most: 30 * dayMs } as const
