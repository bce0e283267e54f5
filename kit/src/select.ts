import { type Check, type ProfileName, profileOf } from './check.ts'
import { UsageError } from './outcome.ts'

/** The checks of these profiles whose id matches one of the patterns, where there are any; `*` stands for any text. */
export function select(
  checks: readonly Check[],
  profiles: readonly ProfileName[],
  patterns: readonly string[],
): readonly Check[] {
  const matchers = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern
          .split('*')
          .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*')}$`,
      ),
  )
  const chosen = checks.filter(
    (check) =>
      profiles.includes(profileOf(check)) &&
      (matchers.length === 0 || matchers.some((matcher) => matcher.test(check.id))),
  )
  if (chosen.length === 0) throw new UsageError('no check is left: see --list')
  return chosen
}
