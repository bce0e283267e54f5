import { dayMs } from '../lib/measure/units.ts'

/** A one-time link lets its bearer choose a first password, choose another one, or replace the second factor. */
export const linkPurposes = ['setup', 'password', 'second-factor'] as const

export type LinkPurpose = (typeof linkPurposes)[number]

export const isLinkPurpose = (text: string): text is LinkPurpose =>
  linkPurposes.some((purpose) => purpose === text)

/** A link is good for so many milliseconds unless another end is given, and for so many at most. */
export const linkLifetimeMs = { default: dayMs, most: 30 * dayMs } as const
