import { hash } from 'node:crypto'
import { ask, jsonOf, reasonOf } from '../../../lib/net/ask.ts'
import { anyTexture } from '../../../storage/textures/textures.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks that games can load skins: their host is among the skin domains, and a file arrives as it is stored. */
export async function textures({ config, db, root }: Examined): Promise<Findings> {
  const { baseUrl, skinSystemUrl, texturesUrl } = config
  if (baseUrl === undefined) return skipped('NORN_BASE_URL is not known')
  const answered = await root().catch(() => undefined)
  const domains = answered && jsonOf(answered)?.['skinDomains']
  if (!Array.isArray(domains)) return skipped('Norn does not answer at the base URL')
  const findings: Finding[] = []
  const settingOf = (host: string): string => {
    if (host === new URL(baseUrl).hostname) return 'NORN_BASE_URL'
    return host === new URL(publicUrl).hostname ? 'NORN_TEXTURES_PUBLIC_URL' : 'NORN_SKIN_SYSTEM_URL'
  }
  const publicUrl = (texturesUrl && config.texturesPublicUrl) ?? baseUrl
  const hosts = [baseUrl, skinSystemUrl ?? baseUrl, publicUrl].map((url) => new URL(url).hostname)
  for (const host of new Set(hosts)) {
    if (domains.some((domain) => covers(String(domain), host))) continue
    findings.push(
      wrong(
        `textures come from ${host}, which is not among the skin domains (${domains.join(', ')}): games show no skins`,
        `restart the service with the same ${settingOf(host)}, or add the host to NORN_SKIN_DOMAINS`,
      ),
    )
  }
  if (skinSystemUrl !== undefined) findings.push(...(await skinSystem(skinSystemUrl)))
  const stored = db && (await anyTexture(db))
  if (stored !== undefined) findings.push(...(await served(`${baseUrl}/textures/${stored}`, stored)))
  return findings.length > 0 ? findings : ok(`games take them from ${domains.join(', ')}`)
}

/** Matches as authlib-injector does. */
const covers = (domain: string, host: string): boolean =>
  domain.startsWith('.') ? host.endsWith(domain) : host === domain

async function served(url: string, stored: string): Promise<readonly Finding[]> {
  const remedy = 'make the proxy pass on /textures/ unchanged'
  try {
    const { status, body } = await ask(url)
    if (status !== 200) return [wrong(`${url} answers ${status}`, remedy)]
    return hash('sha256', body) === stored ? [] : [wrong(`${url} arrives changed`, remedy)]
  } catch (error) {
    return [wrong(`${url} does not arrive (${reasonOf(error)})`, remedy)]
  }
}

async function skinSystem(url: string): Promise<readonly Finding[]> {
  const remedy = 'correct NORN_SKIN_SYSTEM_URL, or start that system; players join without skins meanwhile'
  try {
    const { status } = await ask(`${url}/signature-verification-key.der`)
    return status === 200 ? [] : [warning(`the skin system answers ${status} for its key`, remedy)]
  } catch (error) {
    return [warning(`the skin system does not answer (${reasonOf(error)})`, remedy)]
  }
}
