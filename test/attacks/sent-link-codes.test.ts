// A link code that somebody else had sent linked their player at once: no page named it before (RFC 8628, 5.4).
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { removeNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { linkPlayer, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf } from '../web/browser.ts'

const path = '/account/linked'
const action = `${path}/answer`

const codeOf = async ({ context }: RunningService, id = uuid(1), name = 'Phisher') =>
  (await makeLinkCode(context, { neighbour: 'friends', id, name })) ?? ''

async function signedIn(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

const ask = async (browser: Browser, code: string) => browser.send(await browser.get(path), path, { code })

const tokenOf = (text: string): string => /name="question" value="([^"]*)"/.exec(text)?.[1] ?? ''
const csrfOf = (text: string): string => /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? ''

const friends = async (t: TestContext, start: () => Promise<RunningService>) => {
  const service = await start()
  await neighbourhood(t, service, { friends: {} })
  return service
}

onEveryDatabase('sent link codes', (start) => {
  test('a page names the player and the neighbour, and links nobody before the answer is yes', async (t) => {
    const service = await friends(t, start)
    const { account, browser } = await signedIn(service)
    const code = await codeOf(service)
    const page = await ask(browser, code)
    assert.deepEqual([page.status, page.heading], [200, 'Link Phisher of friends?'])
    assert.match(page.text, /Phisher of friends will be able to join the game servers here as you\./)
    assert.match(page.text, /Did somebody send you this code\?/)
    assert.ok(!page.text.includes(code))
    assert.deepEqual(await linkedPlayers(service.context, account), [])

    // The code is used up, for this browser and any other.
    const { browser: other } = await signedIn(service)
    for (const one of [browser, other]) assert.equal((await ask(one, code)).status, 422)

    const no = await browser.send(page, action, { answer: 'no' })
    assert.deepEqual([no.path, no.flash], [path, 'Nothing was linked.'])
    // The question is gone with its answer.
    const late = await browser.send(page, action)
    assert.equal(late.status, 422)
    assert.match(late.text, /This code is wrong, has already been used or has expired\./)
    assert.deepEqual(await linkedPlayers(service.context, account), [])

    const again = await ask(browser, await codeOf(service))
    assert.equal((await browser.send(again, action)).flash, 'The player is linked.')
    // The answer was used up too: nobody links the player again with it.
    await browser.send(await browser.get(path), `${path}/remove`)
    assert.equal((await browser.send(again, action)).status, 422)
    assert.deepEqual(await linkedPlayers(service.context, account), [])
  })

  test('only the session that typed the code can answer, for ten minutes', async (t) => {
    const service = await friends(t, start)
    const { account, browser } = await signedIn(service)
    const { account: thief, browser: stranger } = await signedIn(service)
    const second = browserOf(service)
    await second.signIn(account)
    const page = await ask(browser, await codeOf(service))
    const question = tokenOf(page.text)
    assert.match(question, /^[\w-]{22}$/)
    for (const one of [stranger, second]) {
      const csrf = csrfOf((await one.get(path)).text)
      for (const answer of ['link', 'no']) await one.post(action, { csrf, question, answer })
    }
    for (const wrong of ['', 'x', `${question}x`, question.toUpperCase(), '%00', "' or 1=1"]) {
      const answer = await browser.send(page, action, { question: wrong })
      assert.equal(answer.status, 422, wrong)
    }
    assert.deepEqual(await linkedPlayers(service.context, thief), [])
    // None of them has used it up.
    service.advance(10 * minuteMs - 1)
    assert.equal((await browser.send(page, action)).flash, 'The player is linked.')

    const fresh = browserOf(service)
    await fresh.signIn(account)
    const late = await ask(fresh, await codeOf(service, uuid(2), 'Late'))
    service.advance(10 * minuteMs)
    assert.equal((await fresh.send(late, action)).status, 422)
    const rows = () => service.context.db.query.selectFrom('link_code').selectAll().execute()
    assert.equal((await rows()).length, 1)
    await sweep(service.context)
    assert.deepEqual(await rows(), [])
    assert.equal((await linkedPlayers(service.context, account)).length, 1)
  })

  test('the database and the log have nothing with which a question could be answered', async (t) => {
    const service = await friends(t, start)
    const { browser } = await signedIn(service)
    const code = await codeOf(service)
    const question = tokenOf((await ask(browser, code)).text)
    const rows = JSON.stringify(await service.context.db.query.selectFrom('link_code').selectAll().execute())
    for (const secret of [question, code]) {
      assert.ok(!rows.includes(`"${secret}`) && !service.log.join('').includes(`"${secret}"`))
    }
  })

  test('of many answers at once one links, and changes made meanwhile count', async (t) => {
    const service = await friends(t, start)
    const { account, browser } = await signedIn(service)
    const { account: rival } = await signedIn(service)
    const page = await ask(browser, await codeOf(service))
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.send(page, action)))
    const linked = answers.filter(({ flash }) => flash === 'The player is linked.')
    assert.equal(linked.length, 1)
    assert.equal((await linkedPlayers(service.context, account)).length, 1)

    // Another account linked the player between question and answer; the new code replaced the question.
    const open = await ask(browser, await codeOf(service, uuid(2), 'Both'))
    const typed = { code: await codeOf(service, uuid(2), 'Both'), address: '192.0.2.1' }
    await linkPlayer(service.context, operator, rival, typed)
    assert.equal((await browser.send(open, action)).status, 422)
    const taken = await ask(browser, await codeOf(service, uuid(2), 'Both'))
    assert.equal(taken.status, 422)
    assert.match(taken.text, /This player belongs to another account here\./)

    const gone = await ask(browser, await codeOf(service, uuid(3), 'Gone'))
    await removeNeighbour(service.context, operator, 'friends')
    assert.equal((await browser.send(gone, action)).status, 422)
    await deleteAccount(service.context, operator, await service.stored(account))
    assert.equal((await browser.send(gone, action)).path.split('?')[0], '/sign-in')
  })
})
