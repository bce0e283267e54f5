import type { LayoutName } from './layouts/layout.ts'
import type { Trial } from './trial.ts'

/** The profiles in the order in which they run. */
export const profileNames = [
  'probe',
  'core',
  'session',
  'textures',
  'modern',
  'oauth',
  'legacy',
  'servers',
  'federation',
  'friends',
  'csl',
  'bedrock',
  'security',
] as const
export type ProfileName = (typeof profileNames)[number]

/** `expected-fail` is a failure that the file of `--expected` names. */
export type Result = 'pass' | 'fail' | 'warn' | 'not-offered' | 'skipped' | 'expected-fail'

/** A thing that a check uses in addition to the address; without it the check is skipped. */
export type Need =
  | 'account'
  | 'two accounts'
  | 'second factor'
  | 'server root'
  | 'neighbours'
  | 'disposable account'
  | 'changePassword'
  | 'rename'
  | 'suspend'
  | 'removeAccount'
  | 'createClient'
  | 'approveDevice'
  | 'linkBedrock'

/** One rule: data that says what it is, and a function that tries it. */
export interface Check {
  /** The profile, the subject and the rule, with dots between them. */
  id: `${ProfileName}.${string}`
  /** The rule, as a sentence about the server. */
  title: string
  /** A `must` that does not hold is a failure, a `should` is a warning. */
  level: 'must' | 'should'
  /** Layouts whose documents demand what is only advised elsewhere. */
  mustIn?: readonly LayoutName[]
  /** Layouts that the rule is about; all where it is absent. */
  layouts?: readonly LayoutName[]
  /** The clients that stumble where the rule does not hold, and how they do. */
  breaks: string
  /** The document or the public report that has the rule. */
  source: string
  needs?: readonly Need[]
  /** Returns where the rule holds; throws `Deviation` where it does not. */
  run(trial: Trial): Promise<void>
}

export const profileOf = ({ id }: Pick<Check, 'id'>): ProfileName => id.split('.', 1)[0] as ProfileName

export const levelIn = ({ level, mustIn = [] }: Check, layout: LayoutName): Check['level'] =>
  mustIn.includes(layout) ? 'must' : level
