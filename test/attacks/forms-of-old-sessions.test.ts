// Forms that give access were done by any session, however old: each new one could forget to ask.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { dayMs } from '../../src/lib/measure/units.ts'
import { setFirstTotpSecret } from '../../src/storage/accounts/accounts.ts'
import { createSubjects } from '../pages/every-page.ts'
import { routesOf } from '../routes.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, nameAsked } from '../web/browser.ts'
import { type FormRow, forms, withoutSession } from './access-forms.ts'

/** The last forms: they end the session that walks. */
const last = ['/sign-out', '/oauth2/end-session/confirm']

/** True if the answer of a form asks its sender to prove who they are. */
function asksWho(route: string, { status, headers, text }: Answer): boolean {
  if (status === 303) return (headers.get('location') ?? '').includes('/sign-in?again=1')
  const name = route.startsWith('/account/security/') ? '(current|password)' : 'current'
  return status === 422 && new RegExp(`name="${name}"[^>]* aria-invalid="true"`).test(text)
}

async function scene(service: RunningService) {
  const { owner, paths } = await createSubjects(service, 'en')
  const { context } = service
  await createGroup(context, operator, { name: 'others' })
  const thor = await service.stored({ id: paths[0]?.split('/')[3] ?? '' })
  await renameAccount(context, operator, thor, 'Thor_2')
  await grantRole(context, operator, thor, 'moderator')
  const idOf = (kind: string, area = 'admin') =>
    paths.find((path) => path.startsWith(`/${area}/${kind}/`))?.split('/')[3] ?? ''
  /** Returns the path of a route for one of the subjects. */
  const pathOf = (route: string): string =>
    route
      .replace('/admin/deletions/:id/undo', paths.find((path) => path.endsWith('/undo')) ?? '')
      .replace(/^\/admin\/(\w+)\/:(id|name)/, (_, kind) => `/admin/${kind}/${idOf(kind)}`)
      .replace('/account/characters/:id', `/account/characters/${idOf('characters', 'account')}`)
      .replace('/grant/:role', '/grant/admin')
      .replace('/ungrant/:role', '/ungrant/moderator')
      .replace(':neighbour', 'friends')
      // Discord is not asked.
      .replace(/[^/]+\/test$/, 'nobody/test')
      .replace(/:\w+/, 'x'.repeat(22))
  const session = async (ageMs: number) => {
    const browser = browserOf(service)
    await browser.signIn(owner)
    const page = await browser.get('/account/language')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    await service.context.db.query
      .updateTable('credential')
      .set((row) => ({ issued_at: row('issued_at', '-', ageMs) }))
      .where('account_id', '=', owner.id)
      .execute()
    return { ...browser, csrf }
  }
  return { owner, pathOf, session }
}

const changes = async ({ context }: RunningService) =>
  (await context.db.query.selectFrom('audit_entry').select('id').execute()).length

const limits = { NORN_GUESS_ADDRESS_ACCOUNT: '1000', NORN_GUESS_ACCOUNT: '1000' }

onEveryDatabase('forms of old sessions', (start) => {
  test('every form of the pages is in the table, and no form in it is gone', async () => {
    const routes = (await routesOf(await start({ NORN_LIBRARY: 'public' }))).filter(
      ({ method }) => method === 'POST',
    )
    const isPage = ({ url }: { url: string }) =>
      !url.startsWith('/api/v1/') && !withoutSession.some((pattern) => pattern.test(url))
    const found = new Set(routes.filter(isPage).map(({ url }) => url))
    assert.deepEqual([...found].sort(), Object.keys(forms).sort())
  })

  test('a session of yesterday does nothing that gives access, and forms that the table excuses ask for no proof', async () => {
    const service = await start(limits)
    const { owner, pathOf, session } = await scene(service)
    const { csrf, get, post } = await session(dayMs)
    const walk = async (rows: [string, FormRow][], isAsking: boolean) => {
      const wrong: string[] = []
      for (const [route, { fields = {} }] of rows) {
        const path = pathOf(route)
        const name = isAsking ? nameAsked(await get(`${path}?${new URLSearchParams(fields)}`)) : ''
        const before = await changes(service)
        const answer = await post(path, { csrf, 'name-of': name, ...fields })
        const isUnchanged = (await changes(service)) === before
        if (answer.status >= 500 || asksWho(route, answer) !== isAsking || (isAsking && !isUnchanged))
          wrong.push(`${route}: ${answer.status}${isUnchanged ? '' : ', and changed something'}`)
      }
      assert.deepEqual(wrong, [])
    }
    const rows = Object.entries(forms)
    const isAsking = ([, { asks }]: [string, FormRow]) => asks === 'proof' || asks === 'password'
    await walk(
      rows.filter((row) => isAsking(row) && !row[1].needsApp),
      true,
    )
    await service.context.db.transaction((tx) => setFirstTotpSecret(tx, owner.id, 'JBSWY3DPEHPK3PXP'))
    await walk(
      rows.filter(([, { needsApp }]) => needsApp),
      true,
    )
    const excused = rows.filter((row) => !isAsking(row))
    await walk(
      excused.sort(([one], [other]) => last.indexOf(one) - last.indexOf(other)),
      false,
    )
  })

  test('forms with the password ask for it however fresh the session is', async () => {
    const service = await start(limits)
    const { owner, pathOf, session } = await scene(service)
    const { csrf, post } = await session(0)
    await service.context.db.transaction((tx) => setFirstTotpSecret(tx, owner.id, 'JBSWY3DPEHPK3PXP'))
    for (const [route, { asks, fields = {} }] of Object.entries(forms)) {
      if (asks !== 'password') continue
      assert.ok(asksWho(route, await post(pathOf(route), { csrf, ...fields })), route)
    }
  })

  test('the API does not take a session, however fresh', async () => {
    const service = await start()
    const { session } = await scene(service)
    const { cookies } = await session(0)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const routes = (await routesOf(service)).filter(
      ({ method, url }) => url.startsWith('/api/v1/') && !/^(HEAD|OPTIONS)$/.test(method),
    )
    assert.ok(routes.length > 60, String(routes.length))
    const before = await changes(service)
    for (const { method, url } of routes) {
      if (url === '/api/v1/*') continue
      const path = url.replaceAll(/:\w+/g, 'friends')
      const body = /^(GET|DELETE)$/.test(method) ? null : '{}'
      const headers = { cookie, 'content-type': 'application/json' }
      const { status } = await service.request(path, { method, headers, body })
      assert.equal(status, 401, `${method} ${url}`)
    }
    assert.equal(await changes(service), before)
  })
})
