import type { ConfigSoFar } from './options.ts'

/** Signs that no name can have, one of each script or kind that operators allow. */
const signs = [' ', ..."é ß ñ я ї 中 あ カ 한 ع א ก ا α 😀 @ + ! # $ ' ( ) : /".split(' ')]
/** Names are at most 21 signs long; a longer one is tried as well. */
const lengths = Array.from({ length: 40 }, (_, index) => index + 1)

/** Warns about a pattern for usernames that matches names which nobody can have, whatever it says. */
export function impossibleNames({ usernamePattern }: ConfigSoFar): string[] {
  if (!usernamePattern) return []
  const tried = [
    ...signs.flatMap((sign) => lengths.map((length) => sign.repeat(length))),
    ...signs.flatMap((sign) => lengths.map((length) => `a${sign.repeat(length)}a`)),
    ...lengths.filter((length) => length > 21).map((length) => 'a'.repeat(length)),
  ]
  const found = tried.find((name) => usernamePattern.test(name))
  if (found === undefined) return []
  return [
    `NORN_USERNAME_PATTERN matches "${found}", but nobody can have such a name: games and servers know names of 1 to 21 of the letters A-Z and a-z, digits, "_", "." and "-"; other signs in the pattern have no effect`,
  ]
}
