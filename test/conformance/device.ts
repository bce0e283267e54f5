// Devices and refreshing. The suite has no plan for RFC 8628: these are the RFC's own requirements.
import assert from 'node:assert/strict'
import type { RunningService, TestAccount } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { post, redeem, refresh, startDevice } from '../wire/oauth2/oauth.ts'
import { passed, type Result } from './result.ts'

type Case = (service: RunningService, account: TestAccount) => Promise<Result>

const scope = 'openid offline_access'

async function answerOnPage(
  service: RunningService,
  account: TestAccount,
  userCode: string,
  answer: 'allow' | 'deny',
): Promise<void> {
  const browser = browserOf(service)
  const page = await browser.signIn(account, `/device?user_code=${userCode}`)
  const question = await browser.send(page, '/device', { code: userCode })
  const last = await browser.send(question, '/device/answer', { answer })
  assert.equal(last.status, 200, last.text)
}

const errorOf = async (service: RunningService, deviceCode: string, clientId?: string): Promise<string> => {
  const { status, json } = await redeem(service, deviceCode, clientId)
  assert.equal(status, 400)
  return json.error
}

export const device: Readonly<Record<string, Case>> = {
  'section 3.2: the answer to a device': async (service) => {
    const { status, headers, json } = await post(service, '/oauth2/device_authorization', {
      client_id: 'launchers',
      scope,
    })
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    assert.ok(json.device_code && json.user_code && json.verification_uri)
    assert.ok(json.expires_in > 0 && json.interval > 0)
    assert.ok(json.verification_uri_complete.includes(json.user_code))
    return passed()
  },
  'section 3.5: `authorization_pending`, then tokens': async (service, account) => {
    const { device_code, user_code } = await startDevice(service, scope)
    assert.equal(await errorOf(service, device_code), 'authorization_pending')
    await answerOnPage(service, account, user_code, 'allow')
    const { status, json } = await redeem(service, device_code)
    assert.equal(status, 200)
    assert.ok(json.access_token && json.refresh_token && json.id_token)
    return passed()
  },
  'section 3.5: `slow_down`': async (service) => {
    const { device_code } = await startDevice(service, scope)
    await errorOf(service, device_code)
    assert.equal(await errorOf(service, device_code), 'slow_down')
    return passed('after polling again within half the interval')
  },
  'section 3.5: `access_denied`': async (service, account) => {
    const { device_code, user_code } = await startDevice(service, scope)
    await answerOnPage(service, account, user_code, 'deny')
    assert.equal(await errorOf(service, device_code), 'access_denied')
    return passed()
  },
  'section 3.5: `expired_token`': async (service) => {
    const { device_code } = await startDevice(service, scope)
    service.advance(900_000)
    assert.equal(await errorOf(service, device_code), 'expired_token')
    return passed()
  },
  'section 3.4: a code works once': async (service, account) => {
    const { device_code, user_code } = await startDevice(service, scope)
    await answerOnPage(service, account, user_code, 'allow')
    assert.equal((await redeem(service, device_code)).status, 200)
    assert.equal(await errorOf(service, device_code), 'invalid_grant')
    return passed('`invalid_grant`, and the tokens end')
  },
  'RFC 6749, section 6: refreshing': async (service, account) => {
    const { device_code, user_code } = await startDevice(service, scope)
    await answerOnPage(service, account, user_code, 'allow')
    const { refresh_token } = (await redeem(service, device_code)).json
    const next = await refresh(service, refresh_token)
    assert.equal(next.status, 200)
    const again = await refresh(service, refresh_token)
    assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'])
    assert.equal((await refresh(service, next.json.refresh_token)).status, 400)
    return passed('replaced at each use; a former one ends the grant (RFC 9700, section 4.14.2)')
  },
}
