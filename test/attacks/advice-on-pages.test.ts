import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import type { Refusal } from '../../src/model/errors/refusal.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'

onEveryDatabase('advice on pages', (start) => {
  for (const language of ['en', 'ru', 'zh-CN'] as const) {
    test(`advice names a page and its button, not a command, in ${language}`, async () => {
      const service = await start({ NORN_BASE_URL: 'http://accounts.example.org' })
      const [admin, suspended, tried] = [
        await service.account({ language }),
        await service.account(),
        await service.account(),
      ]
      await grantRole(service.context, operator, await service.stored(admin), 'admin')
      await suspendAccount(service.context, operator, await service.stored(suspended), { reason: 'grief' })
      const authenticate = async (username: string, count: number) => {
        for (let guess = 0; guess < count; guess++) {
          const given = { username, password: `wrong ${guess}`, clientToken: 'launcher' }
          const answer = await service.post('/auth/authenticate', given)
          assert.ok([401, 403, 429].includes(answer.status), answer.text)
          await service.logLine(answer)
          // Attempts with the same timestamp have no defined order.
          service.advance(100)
          if (answer.status === 429) break
        }
        await service.context.attempts.flush()
      }
      const { send } = await adminClient(service)
      const browser = browserOf(service)
      await browser.signIn(admin)
      const adviceTo = async (name: string): Promise<string> => {
        const { text } = await browser.get(`/admin/why?name=${name}`)
        const [, lead = ''] = /<p class="lead" role="status">([\s\S]+?)<\/p>/.exec(text) ?? []
        const advice = lead.replaceAll(/<[^>]*>/g, '')
        assert.notEqual(advice, '', text)
        assert.doesNotMatch(advice, /\bnorn |docs\/|\.md\b/)
        return advice
      }

      const advice = await adviceTo(suspended.username)
      const account = await browser.get(`/admin/accounts/${suspended.id}`)
      const [, button = ''] =
        /action="[^"]*\/restore"[\s\S]*?<button[^>]*>([^<]+)<\/button>/.exec(account.text) ?? []
      assert.notEqual(button, '', account.text)
      assert.ok(advice.includes(button), `${button} in ${advice}`)
      await adviceTo('Nobody_Tried')
      await authenticate('Nobody_Has', 1)
      await adviceTo('Nobody_Has')
      await authenticate(tried.username, 1)
      const wrong = await adviceTo(tried.username)
      assert.match(wrong, /\/recover/)
      await authenticate(tried.username, 40)
      assert.notEqual(await adviceTo(tried.username), wrong, 'locked')

      // Causes without advice of their own, and causes that only the log explains.
      const adviceWithout = async (reason: Refusal) => {
        const player = await service.account()
        service.context.attempts.refused('oauth', { reason, about: player }, '192.0.2.1')
        await service.context.attempts.flush()
        const { json } = await send('GET', `/why?name=${player.username}`)
        return [await adviceTo(player.username), json.advice]
      }
      for (const reason of ['unexpected', 'database_unavailable', 'body_too_large'] as const) {
        const [onPage, elsewhere] = await adviceWithout(reason)
        assert.notEqual(onPage, elsewhere, reason)
      }
      const { json } = await send('GET', `/why?name=${suspended.username}`)
      assert.match(
        json.advice,
        new RegExp(`norn account restore ${suspended.username}$`),
        'the API has commands',
      )
    })
  }
})
