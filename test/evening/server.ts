// docs/deploy.md, from a package to the next version.
import assert from 'node:assert/strict'
import { clone } from './checkout.ts'
import { Friend } from './friends.ts'
import type { Page } from './pages.ts'
import type { Terminal } from './terminal.ts'

const address = 'https://accounts.example.org'

/** On two busy cores; on an idle machine it is about a second. */
const longestOutageMs = 20_000

export interface Evening {
  readonly page: Page
  /** A terminal of root, in the clone. */
  readonly root: Terminal
  /** The PEM file of the authority that signed nginx's certificate. */
  readonly authority: string
}

export async function installPackage({ page, root }: Pick<Evening, 'page' | 'root'>): Promise<string> {
  return root.type(page.block('A service of systemd', 'npm pack'))
}

export async function setUpService({ page, root }: Evening): Promise<void> {
  await root.type(page.block('A service of systemd', 'useradd'))
  await root.type(page.block('A service of systemd', 'systemctl enable'))
  await root.type(page.block('Logs', 'logrotate'))
  // It ends with the doctor, who reports the missing proxy.
  const output = await root.type(`set +e\n${page.block('A service of systemd', 'norn doctor')}\nset -e`)
  assert.match(output, /username: +Steve/)
  assert.match(output, /^wrong +base url/m)
}

export async function putNginxBefore({ page, root, authority }: Evening): Promise<void> {
  await root.type(page.block('nginx'))
  await root.type(page.inline('norn doctor'))
  const friend = new Friend(address, authority)
  await friend.signIn()
  await friend.join()
}

export async function backUpAndRestore({ page, root }: Evening): Promise<void> {
  const kept = await root.type(page.block('Backups', 'systemctl start norn-backup.service'))
  assert.match(kept, /^norn-\d{8}T\d{6}Z\.sqlite\.gz$/m)
  const restored = page.block('Backups', 'norn restore')
  await root.type(restored)
  const [directory = ''] = /NORN_DATA_DIR=\S+/.exec(restored) ?? []
  assert.match(await root.type(`${directory} norn account show Steve`), /username: +Steve/)
}

export async function update({ page, root, authority }: Evening): Promise<string> {
  const friend = new Friend(address, authority)
  await friend.signIn()
  const outageMs = await friend.keepPlaying(() => root.type(page.block('Updating')))
  assert.ok(outageMs < longestOutageMs, `players waited ${outageMs} ms`)
  await friend.join()
  return `players waited ${(outageMs / 1000).toFixed(1)} s`
}

export async function move({ page, root, authority }: Evening): Promise<void> {
  const friend = new Friend(address, authority)
  await friend.signIn()
  await root.type(page.block('Moving to another machine', 'systemctl disable'))
  // The other machine is this one with an empty disk.
  await root.type('find /var/lib/norn -mindepth 1 -delete')
  const [directories = ''] =
    /^install .*\/var\/lib\/norn.*$/m.exec(page.block('A service of systemd', 'useradd')) ?? []
  await root.type(directories)
  await root.type(page.block('Moving to another machine', '--keep-tokens'))
  await friend.keepPlaying(() => until(() => friend.join()))
}

export async function putCaddyBefore({ page, root }: Evening): Promise<void> {
  await root.type('systemctl stop nginx')
  await root.type(page.block('Caddy'))
  const authority = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'
  const friend = await until(async () => new Friend(address, authority))
  await until(() => friend.signIn())
  await friend.join()
  // In a place that the service's user can read.
  await root.type(`cp ${authority} /tmp/caddy.crt; chmod 644 /tmp/caddy.crt`)
  await root.type(`NODE_EXTRA_CA_CERTS=/tmp/caddy.crt ${page.inline('norn doctor')}`)
}

/** Instead of the package. */
export async function serveCheckout({ page, root }: Evening): Promise<void> {
  clone('/opt/norn')
  await root.type(`(cd /opt/norn && ${page.inline('npm ci --omit=dev')})`)
  await root.type(page.inline('ln --symbolic --force /opt/norn/bin/norn.cjs /usr/local/bin/norn'))
  await root.type(`cp ${page.inline('/opt/norn/deploy/systemd/norn.service')} /etc/systemd/system/`)
  await root.type('systemctl restart norn')
  assert.match(await root.type('norn account show Steve'), /username: +Steve/)
}

export async function until<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 600) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
