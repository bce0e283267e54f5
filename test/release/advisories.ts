// npm run advisories: fails if the registry knows a vulnerability in the shipped packages. A registry that does not
// answer is reported, but not a failure: mirrors seldom have advisories.
import { spawnSync } from 'node:child_process'
import { root } from '../../scripts/release/checkout.ts'

interface Audit {
  readonly vulnerabilities?: Readonly<Record<string, { severity: string }>>
  readonly message?: string
}

const patience = ['--fetch-retries=1', '--fetch-timeout=20000']

/** The packages with a vulnerability, or the reason why nothing is known. */
export function advisories(): { found: string[] } | { unknown: string } {
  const line = ['audit', '--omit=dev', '--json', ...patience]
  const { stdout, error } = spawnSync('npm', line, { cwd: root, encoding: 'utf8' })
  const { vulnerabilities, message } = parsed(stdout)
  if (vulnerabilities === undefined)
    return { unknown: `the registry has no advisories (${error?.message ?? message ?? 'no answer'})` }
  return { found: Object.entries(vulnerabilities).map(([name, { severity }]) => `${name} (${severity})`) }
}

function parsed(text: string | null): Audit {
  try {
    return JSON.parse(text ?? '') as Audit
  } catch {
    return {}
  }
}

if (import.meta.main) {
  const result = advisories()
  if ('unknown' in result) console.log(`advisories: ${result.unknown}`)
  else console.log(`advisories for what ships: ${result.found.join(', ') || 'none'}`)
  if ('found' in result && result.found.length > 0) process.exitCode = 1
}
