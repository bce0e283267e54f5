// The lines on an application's page that known sites need, and which of them are open.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createClient } from '../../src/domain/oauth/clients.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('ready lines', (start, _shared, kind) => {
  // The database does not change a page.
  if (kind !== 'sqlite') return
  test('have the addresses, the id and a harmless name, and those for the site that it is are open', async () => {
    const service = await start({ NORN_SERVER_NAME: 'A "$(id)" <b>\\guild' })
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    const browser = browserOf(service)
    await browser.signIn(account)
    const make = (redirectUri: string, isPublic = false) =>
      createClient(service.context, operator, {
        client_name: 'Site',
        redirect_uris: [redirectUri],
        public: isPublic,
      })
    const linesOf = async (redirectUri: string, isPublic = false) => {
      const { client } = await make(redirectUri, isPublic)
      const { text } = await browser.get(`/admin/clients/${client.clientId}`)
      const all = [
        ...text.matchAll(
          /<details class="more"( open)?>\n<summary>([^<]*)<.*?<code>([^<]*)<.*?<code>([^<]*)</gs,
        ),
      ]
      const open = all.find(([, isOpen]) => isOpen)
      return { id: client.clientId, titles: all.map(([, , title]) => title), open }
    }
    const base = service.context.baseUrl()
    const forum = await linesOf('https://forum.example.test/auth/oidc/callback')
    assert.deepEqual(forum.titles, ['Discourse', 'BookStack', 'Grafana', 'Gitea, Forgejo', 'Nextcloud'])
    assert.equal(forum.open?.[2], 'Discourse')
    assert.ok(
      forum.open?.[4]?.includes(
        `openid_connect_discovery_document: ${base}/.well-known/openid-configuration\nopenid_connect_client_id: ${forum.id}\n`,
      ),
    )
    const wiki = await linesOf('https://wiki.example.test/sub/oidc/callback')
    assert.equal(wiki.open?.[2], 'BookStack')
    assert.ok(wiki.open?.[4]?.includes('\nOIDC_NAME=&quot;A id bguild&quot;\n'), wiki.open?.[4])
    const git = await linesOf('https://git.example.test/user/oauth2/our-norn/callback')
    assert.deepEqual(
      [git.open?.[2], git.open?.[3]],
      ['Gitea, Forgejo', 'https://git.example.test/user/oauth2/our-norn/callback'],
    )
    assert.ok(
      git.open?.[4]?.startsWith('gitea admin auth add-oauth --name our-norn --provider openidConnect'),
    )
    assert.deepEqual((await linesOf('https://other.example.test/cb')).open, undefined)
    assert.deepEqual((await linesOf('https://app.example.test/cb', true)).titles, [])
  })
})
