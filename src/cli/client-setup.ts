import { rootMetadata } from '../wire/authlib-injector/root-metadata.ts'
import { hostOptionPrefix, servicesPath } from '../wire/authlib-injector/vendor-words.ts'
import { CommandRefused } from './command.ts'
import type { Output } from './output.ts'
import { withReadOnlyContext } from './with-context.ts'

export async function clientSetup(_: object, output: Output): Promise<void> {
  await withReadOnlyContext(output, async (context) => {
    const { baseUrl } = context.config
    if (baseUrl === undefined) {
      throw new CommandRefused('the base URL is not known while NORN_PORT is 0; set NORN_BASE_URL')
    }
    if (context.keys.published('textures').length === 0) {
      throw new CommandRefused(
        'there are no signing keys yet; run "norn serve" (npm start) once to make them',
      )
    }
    const apiRoot = `${baseUrl}/authlib-injector/`
    const metadata = Buffer.from(JSON.stringify(await rootMetadata(context))).toString('base64')
    const setup = {
      address: baseUrl,
      apiRoot,
      dragAndDrop: `authlib-injector:yggdrasil-server:${encodeURIComponent(apiRoot)}`,
      javaAgent: `-javaagent:authlib-injector.jar=${apiRoot}`,
      prefetched: `-Dauthlibinjector.yggdrasil.prefetched=${metadata}`,
      hosts: hostOptions(baseUrl),
    }
    if (output.json) output.object(setup)
    else output.text(setupText(setup))
  })
}

/** What unmodified games and servers read; each version uses the options it knows and ignores the others. */
function hostOptions(baseUrl: string): string[] {
  const hosts = {
    auth: `${baseUrl}/auth`,
    account: `${baseUrl}/api`,
    profiles: `${baseUrl}/api`,
    session: baseUrl,
    services: `${baseUrl}/authlib-injector${servicesPath}`,
    discovery: `${baseUrl}/authlib-injector/discovery`,
  }
  return Object.entries(hosts).map(([name, address]) => `-D${hostOptionPrefix}.${name}.host=${address}`)
}

interface Setup {
  address: string
  dragAndDrop: string
  javaAgent: string
  prefetched: string
  hosts: readonly string[]
}

function setupText({ address, dragAndDrop, javaAgent, prefetched, hosts }: Setup): string {
  return `Launchers that support authlib-injector: enter this address, or drag the line below it into the window:
${address}
${dragAndDrop}

Game servers, and launchers that only take Java options: load authlib-injector:
${javaAgent}

To start even while this service is down (valid until the textures key changes):
${prefetched}

Games and servers without authlib-injector, from version 1.16.4 on:
${hosts.join(' \\\n')}
`
}
