// No skip is silent: a run ends with a line that says what was skipped and why. NORN_TEST_MUST=all, as in .ci/run,
// turns skips into failures, except for these.

/** The reasons why each may be missing anyway, by a pattern of the reason that the test gives. */
const exceptions: readonly (readonly [reason: RegExp, why: string])[] = [
  [
    /\b(nginx|caddy|pgbouncer|promtool|prometheus|MariaDB)\b/i,
    'a server program that no package of npm brings',
  ],
  [/\b(zsh|fish) is not installed/, 'a shell that no package of npm brings; bash is tested'],
  [/^SQLite has it always$/, 'there is nothing to prove on SQLite'],
]

export interface Skipped {
  file: string
  name: string
  why: string
}

/** `must` is the value of NORN_TEST_MUST. */
export function judgeSkips(
  skipped: readonly Skipped[],
  must: string | undefined,
): { line: string; refused: string } {
  const reasons = new Map<string, Skipped[]>()
  for (const one of skipped) reasons.set(one.why, [...(reasons.get(one.why) ?? []), one])
  const descriptions = [...reasons].map(([why, some]) => {
    const exception = exceptions.find(([reason]) => reason.test(why))
    return `${some.length} in ${filesOf(some)} (${why}${exception ? `: ${exception[1]}` : ''})`
  })
  const refused = must === 'all' ? skipped.filter(({ why }) => !isExcepted(why)) : []
  return {
    line: descriptions.length === 0 ? 'skipped: nothing' : `skipped: ${descriptions.join('; ')}`,
    refused: refused
      .map(({ file, name, why }) => `✖ ${file}: ${name}\n    skipped, though NORN_TEST_MUST=all: ${why}`)
      .join('\n\n'),
  }
}

const isExcepted = (why: string): boolean => exceptions.some(([reason]) => reason.test(why))

const filesOf = (some: readonly Skipped[]): string =>
  [...new Set(some.map(({ file }) => file.replace(/^test\//, '')))].join(' ')
