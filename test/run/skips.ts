// No skip is silent: a run ends with a line that says what was skipped and why. NORN_TEST_MUST=all, as in .ci/run,
// turns skips into failures, except for these.

/**
 * The reasons why each may be missing anyway, by a pattern of the reason that the test gives, whose group is the program.
 * Where NORN_TEST_MISSING says which programs could not be installed (.ci/debian), only these may be.
 */
const exceptions: readonly (readonly [reason: RegExp, why: string])[] = [
  [
    /\b(nginx|caddy|pgbouncer|promtool|prometheus|mariadbd|systemd-analyze|strace|openssl|java|mvn|sqlite3|ensurepip|python3)\b/i,
    'a program that no package of npm brings',
  ],
  [/\b(postgres|pg_dump)\b/, 'Debian’s PostgreSQL; the tests bring their own'],
  [
    /^Maven has no com\.mojang:authlib:/,
    'the game’s own library, which its vendor keeps in a repository of his own',
  ],
  [/\b(zsh|fish) is not installed/, 'a shell that no package of npm brings; bash is tested'],
  [/^skipped: this machine lets nobody mount/, 'a container without user namespaces'],
  [/^SQLite has it always$/, 'there is nothing to prove on SQLite'],
]

export interface Skipped {
  file: string
  name: string
  why: string
}

/** `must` and `missing` are the values of NORN_TEST_MUST and NORN_TEST_MISSING. */
export function judgeSkips(
  skipped: readonly Skipped[],
  must: string | undefined,
  missing: string | undefined,
): { line: string; refused: string } {
  const reasons = new Map<string, Skipped[]>()
  for (const one of skipped) reasons.set(one.why, [...(reasons.get(one.why) ?? []), one])
  const absent = missing === undefined ? undefined : missing.split(',')
  const whyExcepted = (reason: string) => exceptionOf(reason, absent)
  const descriptions = [...reasons].map(([reason, some]) => {
    const why = whyExcepted(reason)
    return `${some.length} in ${filesOf(some)} (${reason}${why ? `: ${why}` : ''})`
  })
  const refused = must === 'all' ? skipped.filter(({ why }) => !whyExcepted(why)) : []
  return {
    line: descriptions.length === 0 ? 'skipped: nothing' : `skipped: ${descriptions.join('; ')}`,
    refused: refused
      .map(({ file, name, why }) => `✖ ${file}: ${name}\n    skipped, though NORN_TEST_MUST=all: ${why}`)
      .join('\n\n'),
  }
}

/** `absent` are the programs that this machine can't have; without it, any may be missing. */
function exceptionOf(reason: string, absent: readonly string[] | undefined): string | undefined {
  for (const [pattern, why] of exceptions) {
    const found = pattern.exec(reason)
    if (!found) continue
    const program = found[1]?.toLowerCase()
    if (program === undefined || absent === undefined || absent.includes(program)) return why
  }
  return undefined
}

const filesOf = (some: readonly Skipped[]): string =>
  [...new Set(some.map(({ file }) => file.replace(/^test\//, '')))].join(' ')
