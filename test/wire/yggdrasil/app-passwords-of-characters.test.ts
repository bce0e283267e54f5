// An app password signs in the player that it was made for, whichever of the account's logins is typed with it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelDeletion, requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { addCharacter } from '../../characters.ts'
import { accountSuspended, credentialsInvalid, refused, succeeded } from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'

const path = '/account/app-passwords'
let made = 0

async function family(service: RunningService) {
  const account = await service.account()
  const anna = await addCharacter(service, account, `App_anna_${++made}`)
  const ben = await addCharacter(service, account, `App_ben_${made}`)
  const browser = browserOf(service)
  await browser.signIn(account)
  const create = async (character: string, name = `HMCL ${++made}`) => {
    const page = await browser.send(await browser.get(path), path, { name, character })
    const [, password = ''] = /<code>((?:[0-9A-Za-z]{5}-){3}[0-9A-Za-z]{5})<\/code>/.exec(page.text) ?? []
    return { page, password }
  }
  const signIn = (username: string, password: string) =>
    service.post('/auth/authenticate', { username, password, clientToken: 'a launcher' })
  return { account, stored: await service.stored(account), anna, ben, browser, create, signIn }
}

onEveryDatabase('an app password of a character', (_start, shared) => {
  test('is made on the page, which lets its owner choose among the players that stay', async () => {
    const service = await shared()
    const { account, anna, ben, browser, create } = await family(service)
    await requestDeletion(service.context, operator, ben)
    const { text } = await browser.get(path)
    const [, list = ''] =
      /<label for="character">Character<\/label>\s*<select[^>]*>(.*?)<\/select>/s.exec(text) ?? []
    const options = [...list.matchAll(/<option value="(\w+)"( selected)?>([^<]+)</g)].map(
      ([, ...each]) => each,
    )
    assert.deepEqual(options, [
      [account.id, ' selected', account.username],
      [anna.id, undefined, anna.username],
    ])
    assert.match((await browser.get(`${path}?for=${anna.id}`)).text, new RegExp(`${anna.id}" selected`))
    const { page, password } = await create(anna.id)
    assert.ok(password, page.text)
    assert.match(page.text, new RegExp(`Signs in ${anna.username}`))
    for (const other of [ben.id, (await service.account()).id, 'x'])
      assert.equal((await create(other)).page.status, 404)
    const plain = browserOf(service)
    await plain.signIn(await service.account())
    assert.doesNotMatch((await plain.get(path)).text, /haracter/)
  })

  test('signs in that player with any login of the account, and its tokens are that player’s', async () => {
    const service = await shared()
    const { account, anna, ben, create, signIn } = await family(service)
    const { password } = await create(anna.id)
    const { password: own } = await create('')
    for (const login of [anna.username, account.username, account.email, ben.username]) {
      const { json } = await signIn(login, password)
      assert.equal(json.selectedProfile?.id, anna.id, login)
      const { accessToken } = json
      const refreshed = await service.post('/auth/refresh', { accessToken, clientToken: 'a launcher' })
      assert.equal(refreshed.json.selectedProfile.id, anna.id)
      assert.equal((await signIn(login, own)).json.selectedProfile.id, account.id)
    }
    refused(await signIn((await service.account()).username, password), credentialsInvalid)
  })

  test('rests with the suspension of player or account, and ends with the tokens of the player', async () => {
    const service = await shared()
    const { context } = service
    const { account, stored, anna, create, signIn } = await family(service)
    const { password } = await create(anna.id)
    const { password: own } = await create('')
    await suspendAccount(context, operator, anna, {}, { only: true })
    refused(await signIn(account.username, password), accountSuspended)
    succeeded(await signIn(account.username, own))
    await restoreAccount(context, operator, anna, { only: true })
    succeeded(await signIn(account.username, password))
    await suspendAccount(context, operator, stored, {})
    refused(await signIn(account.username, password), accountSuspended)
    await restoreAccount(context, operator, stored)
    succeeded(await signIn(account.username, password))
    await revokeTokens(context, operator, anna)
    refused(await signIn(account.username, password), credentialsInvalid)
    succeeded(await signIn(account.username, own))
  })

  test('ends with the deletion of its player, and does not come back with it', async () => {
    const service = await shared()
    const { anna, create, signIn } = await family(service)
    const { password } = await create(anna.id)
    await requestDeletion(service.context, operator, anna)
    refused(await signIn(anna.username, password), credentialsInvalid)
    await cancelDeletion(service.context, operator, anna)
    refused(await signIn(anna.username, password), credentialsInvalid)
  })

  test('is good for nothing once its player has another account, or is one', async () => {
    const service = await shared()
    const { account, anna, create, signIn } = await family(service)
    const { password } = await create(anna.id)
    const owned = (owner_id: string | null) =>
      service.context.db.query.updateTable('account').set({ owner_id }).where('id', '=', anna.id).execute()
    for (const owner of [(await service.account()).id, null]) {
      await owned(owner)
      refused(await signIn(account.username, password), credentialsInvalid)
      refused(await signIn(anna.username, password), credentialsInvalid)
    }
  })

  test('is removed with the joins of its player', async () => {
    const service = await shared()
    const { anna, browser, create, signIn } = await family(service)
    const { password } = await create(anna.id)
    const { accessToken } = (await signIn(anna.username, password)).json
    const join = { accessToken, selectedProfile: anna.id, serverId: `join ${anna.id}` }
    assert.equal((await service.post('/session/join', join)).status, 200)
    const page = await browser.get(path)
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(page.text) ?? []
    await browser.send(page, `${path}/remove`, { id })
    const rows = await service.context.db.query
      .selectFrom('pending_join')
      .selectAll()
      .where('account_id', '=', anna.id)
      .execute()
    assert.deepEqual(rows, [])
    refused(await signIn(anna.username, password), credentialsInvalid)
  })
})
