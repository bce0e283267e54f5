import { dayMs } from '../../lib/measure/units.ts'

/** A one-time link lets its bearer choose a first password, choose another one, or replace the second factor. */
export const oneTimeLinkPurposes = ['setup', 'password', 'second-factor'] as const

export type OneTimeLinkPurpose = (typeof oneTimeLinkPurposes)[number]

export const isOneTimeLinkPurpose = (text: string): text is OneTimeLinkPurpose =>
  oneTimeLinkPurposes.some((purpose) => purpose === text)

/** The default lifetime of a link and the longest one, in milliseconds. */
export const oneTimeLinkLifetimeMs = { default: dayMs, most: 30 * dayMs } as const
