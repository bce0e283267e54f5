// A thief linked a player of their own to a character: what undoes or ends that for an account passed characters over.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { addCharacter } from '../characters.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { choose, chosen, linkTo } from '../web/links.ts'
import { newMail } from '../web/mailbox.ts'

/** An account whose character has a linked player that a thief linked, who is still signed in. */
async function robbed(t: TestContext, service: RunningService) {
  const { context } = service
  await neighbourhood(t, service, { friends: {} })
  const account = await service.account()
  const anna = await addCharacter(service, account, 'Anna')
  const thief = browserOf(service)
  await thief.signIn(account)
  const by = accountActor(account, '192.0.2.1')
  const link = async (number: number) => {
    const player = { neighbour: 'friends', id: uuid(number), name: `Player_${number}` }
    await linkPlayer(context, by, anna, {
      code: (await makeLinkCode(context, player)) ?? '',
      address: '192.0.2.1',
    })
  }
  const names = async () => (await linkedPlayers(context, anna)).map(({ name }) => name)
  return { account, anna, thief, link, names }
}

onEveryDatabase('a player that is linked to a character', (start) => {
  test('goes by the link in the email, which signs out the account that linked it', async (t) => {
    const service = await start()
    const { account, anna, thief, link, names } = await robbed(t, service)
    await link(1)
    const mail = (await newMail(service)).findLast(({ link: at }) => at !== '')
    assert.equal(mail?.to, account.email)
    assert.ok(mail?.text.includes(`Hello ${anna.username},`), mail?.text)
    const at = mail?.link ?? ''
    const owner = browserOf(service)
    await owner.send(await owner.get(at), at)
    assert.deepEqual(await names(), [])
    assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
    assert.equal((await owner.get(at)).status, 410)
  })

  test('is on the pages for a new password, which end it if it is ticked', async (t) => {
    const service = await start()
    const { account, thief, link, names } = await robbed(t, service)
    for (const number of [1, 2, 3]) await link(number)
    const box = (number: number) => `unlink:friends:${uuid(number)}`
    const own = await thief.get('/account/password')
    assert.ok(own.text.includes(`name="${box(1)}"`), own.text)
    const fields = { current: account.password, password: chosen, [box(1)]: 'on' }
    await thief.send(own, '/account/password', fields)
    assert.deepEqual(await names(), ['Player_2', 'Player_3'])

    await newMail(service)
    const owner = browserOf(service)
    await owner.send(await owner.get('/recover'), '/recover', { email: account.email })
    const recovery = (await newMail(service)).at(-1)?.link ?? ''
    const page = await owner.get(recovery)
    await owner.send(page, recovery, { password: 'a third sentence', [box(2)]: 'on' })
    assert.deepEqual(await names(), ['Player_3'])

    const oneTime = await linkTo(service, account)
    const last = await owner.get(oneTime)
    await owner.send(last, oneTime, { password: 'a fourth sentence', [box(3)]: 'on' })
    assert.deepEqual(await names(), [])
    await choose(service, oneTime)
  })

  test('goes with the email address that a thief has set', async (t) => {
    const service = await start()
    const { account, thief, link, names } = await robbed(t, service)
    await link(1)
    service.advance(1000)
    await newMail(service)
    const fields = { email: 'thief@example.test', current: account.password }
    await thief.send(await thief.get('/account/email'), '/account/email', fields)
    const confirming = (await newMail(service)).at(-1)?.link ?? ''
    await thief.send(await thief.get(confirming), confirming)
    const undoing = (await newMail(service)).find(({ to }) => to === account.email)?.link ?? ''
    service.advance(1000)
    await link(2)
    const theirs = (await newMail(service)).find(({ to }) => to === fields.email)?.link ?? ''
    assert.match(theirs, /\/security\/undo\//)
    const owner = browserOf(service)
    await owner.send(await owner.get(undoing), undoing)
    assert.equal((await service.stored(account)).email, account.email)
    assert.deepEqual(await names(), ['Player_1'], 'what was there before stays')
    assert.equal((await owner.get(theirs)).status, 410)
  })
})
