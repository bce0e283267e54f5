// docs/conformance.md, generated from the results.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Result } from './result.ts'
import { type Plan, plans } from './suite.ts'

const file = new URL('../../docs/conformance.md', import.meta.url)

const titles: Record<Plan, string> = {
  'oidcc-config-certification-test-plan': 'Config OP',
  'oidcc-basic-certification-test-plan': 'Basic OP, code flow',
  'oidcc-formpost-basic-certification-test-plan': 'Form Post OP, code flow',
  'RFC 8628': 'Devices and refreshing',
}

const introduction = `<!-- Written by "npm run conformance -- --write". -->
# Conformance of OpenID Connect

\`npm run conformance\` runs what the [certified suite](https://gitlab.com/openid/conformance-suite) of the OpenID Foundation tests of the grants that Norn has, on a new installation, on SQLite and PostgreSQL; \`npm test\` includes it. The modules and their checks are those of the suite's source in August 2026. The program that runs them is our own (\`test/conformance/\`), and **this is not a certification**.

Each module uses PKCE (\`S256\`), as only \`oidcc-ensure-request-with-valid-pkce-succeeds\` of the suite does. The suite's other modules omit PKCE and get \`invalid_request\`, because Norn requires it of every client ([O1](protocol/oauth2.md#o1-the-authorization-code); RFC 9700, section 2.1.1). Norn can't be certified while that is so.

"Warning" is the suite's word for a "should" that is not met, "skipped" for what is not offered. Where the suite has a person look at the result (a second sign-in, an error page), the program looked at it.
`

const afterDevices = `
The suite has no plan for RFC 8628; its plans for sign-in on another device are for CIBA, which Norn does not offer. This section tests what the RFC itself requires; there is more in \`test/wire/oauth2/device.test.ts\`.
`

export type Results = ReadonlyMap<string, Result>

export const keyOf = (plan: Plan, module: string): string => `${plan} ${module}`

/** Returns the page for the results of all plans. */
export function pageOf(results: Results): string {
  const sections = Object.entries(plans).map(([plan, modules]) => {
    const rows = modules.map((module) => {
      const { outcome = '', note = '' } = results.get(keyOf(plan as Plan, module)) ?? {}
      return `| ${plan === 'RFC 8628' ? module : `\`${module}\``} | ${outcome} | ${note} |`
    })
    const name = plan === 'RFC 8628' ? '' : ` (\`${plan}\`)`
    return `\n## ${titles[plan as Plan]}${name}\n\n| module | outcome | what is answered |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return introduction + sections.join('') + afterDevices
}

export const writtenPage = (): string => readFileSync(file, 'utf8')
export const writePage = (text: string): void => writeFileSync(file, text)
